import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BodyHandle, bodyPosition, sceneToWorld, stepWorld, worldToScene } from '@tenon/physics-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DT, start } from './context.js';

/** `npm run simulate`, without the build: Kleppmann 2007 §1.2, a scene file in and a trajectory out. */

const script = fileURLToPath(new URL('../../.ci/simulate.mjs', import.meta.url));
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simulate-'));
  const { world, bodies, joints } = start('straight-stairs');
  writeFileSync(join(folder, 'human.json'), JSON.stringify(worldToScene(world, { bodies, joints })));
});
afterAll(() => rmSync(folder, { recursive: true }));

const simulate = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });

describe('simulate', () => {
  it('writes ten seconds of a human of 25 bones within seconds, with the numbers of the engine', () => {
    const begun = performance.now();
    const { status, stderr } = simulate('human.json', '--seconds', '10', '--out', 'run.csv', '--energy');
    console.info(`a human for 10 s: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    const [head, ...lines] = readFileSync(join(folder, 'run.csv'), 'utf8').trim().split('\n');
    const columns = head.split(',');
    expect(lines).toHaveLength(601);
    expect(columns.at(-1)).toBe('energy');
    expect(columns).toContain('pelvis.qw');

    const { world, bodyNames } = sceneToWorld(JSON.parse(readFileSync(join(folder, 'human.json'), 'utf8')));
    for (let i = 0; i < 60; i++) stepWorld(world, DT);
    const second = lines[60].split(',').map(Number);
    const at = (name: string): number => second[columns.indexOf(name)];
    const pelvis = bodyPosition(world, bodyNames.get('pelvis') as BodyHandle);
    expect([at('pelvis.x'), at('pelvis.y'), at('pelvis.z')]).toEqual(pelvis);
  });

  it('writes JSON with joints and contacts on demand', () => {
    expect(
      simulate('human.json', '--seconds', '0.1', '--out', 'run.json', '--joints', '--contacts').status,
    ).toBe(0);
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(run.frames).toHaveLength(7);
    expect(run.frames[6].joints).toHaveLength(run.joints.length);
    expect(run.frames[6].contacts).toBeGreaterThanOrEqual(0);
    expect(run.frames[6].bodies[0]).toHaveLength(run.columns.length);
  });

  it.each([
    ['no arguments', [], /Usage/],
    ['a file that is not there', ['nothing.json', '--out', 'x.csv'], /nothing\.json: .*no such file/],
    ['another ending', ['human.json', '--out', 'x.txt'], /Usage/],
    ['no time', ['human.json', '--seconds', 'long', '--out', 'x.csv'], /--seconds is long/],
    ['an unknown option', ['human.json', '--fast', '--out', 'x.csv'], /What is --fast/],
    ['no JSON', ['broken.json', '--out', 'x.csv'], /broken\.json: .*JSON/],
    ['a bad scene', ['bad.json', '--out', 'x.csv'], /bad\.json: bodies\[0\]: .*mass/],
  ] as const)('refuses %s with a message and an exit code', (_, args, message) => {
    writeFileSync(join(folder, 'broken.json'), '{"format":');
    writeFileSync(
      join(folder, 'bad.json'),
      '{"format":"tenon-scene","version":1,"bodies":[{"mass":"much"}]}',
    );
    const { status, stderr } = simulate(...args);
    expect(status).toBe(1);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'x.csv'))).toBe(false);
  });
});
