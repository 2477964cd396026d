import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Joints are made of parts, and parts of rows: imports point that way only. */
it('no part knows a joint', () => {
  const folder = new URL('../../src/parts/', import.meta.url);
  const wrong = readdirSync(folder).flatMap((file) =>
    (
      readFileSync(new URL(file, folder), 'utf8').match(/from '\.\.\/(joints|api|inspect)\/[^']*'/g) ?? []
    ).map((line) => `${file}: ${line}`),
  );
  expect(wrong).toEqual([]);
});
