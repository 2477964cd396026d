import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BodyHandle, bodyPosition, sceneToWorld, stepWorld, worldToScene } from '@tenon/physics-core';
import { parseRecording } from '@tenon/physics-core/inspect';
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
    expect(columns).toContain('energy.kinetic');
    expect(columns).toContain('pelvis.rotation.w');
    expect(columns).not.toContain('floor.position.x');

    const { world, bodyNames } = sceneToWorld(JSON.parse(readFileSync(join(folder, 'human.json'), 'utf8')));
    for (let i = 0; i < 60; i++) stepWorld(world, DT);
    const second = lines[60].split(',').map(Number);
    const at = (name: string): number => second[columns.indexOf(name)];
    const pelvis = bodyPosition(world, bodyNames.get('pelvis') as BodyHandle);
    expect(['x', 'y', 'z'].map((axis) => at(`pelvis.position.${axis}`))).toEqual(pelvis);
    expect(parseRecording(readFileSync(join(folder, 'run.csv'), 'utf8')).rows[60]).toEqual(second);
  });

  it('writes JSON with joints and contacts on demand', () => {
    expect(
      simulate('human.json', '--seconds', '0.1', '--out', 'run.json', '--joints', '--contacts').status,
    ).toBe(0);
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    expect(run).toMatchObject({ format: 'tenon-trajectory', version: 1 });
    expect(run.rows).toHaveLength(7);
    for (const row of run.rows) expect(row).toHaveLength(run.columns.length);
    for (const column of ['leftKnee.angle', 'leftKnee.error.linear', 'leftKnee.force.y', 'contacts.count'])
      expect(run.columns).toContain(column);
    expect(run.columns).not.toContain('energy.kinetic');
  });

  it('runs a file of a few lines that somebody wrote: a stone falls as on paper', () => {
    const text =
      '{"format":"tenon-scene","version":1,"bodies":[{"name":"a \\"stone\\", falling","mass":1},{"mass":1}]}';
    writeFileSync(join(folder, 'stone.json'), text);
    const done = simulate('stone.json', '--seconds', '2', '--rate', '30', '--out', 'stone.csv');
    expect(done.stderr).toBe('');
    expect(done.stdout).toMatch('stone.csv: 2 bodies, 61 moments of 2 s');
    const { columns, rows } = parseRecording(readFileSync(join(folder, 'stone.csv'), 'utf8'));
    expect(columns[2]).toBe('a "stone", falling.position.y');
    expect(columns).toContain('#1.position.y');
    for (const row of rows) expect(row[2]).toBeCloseTo((-9.81 * row[0] ** 2) / 2, 9);
  });

  it('says how far it is every ten seconds', () => {
    writeFileSync(join(folder, 'empty.json'), '{"format":"tenon-scene","version":1}');
    const { stderr, status } = simulate('empty.json', '--seconds', '25', '--out', 'empty.csv');
    expect(stderr).toBe('10 of 25 s\n20 of 25 s\n');
    expect(status).toBe(0);
  });

  it.each([
    ['no arguments', [], /Usage/],
    ['a file that is not there', ['nothing.json', '--out', 'x.csv'], /nothing\.json: .*no such file/],
    ['another ending', ['human.json', '--out', 'x.txt'], /Usage/],
    ['no time', ['human.json', '--seconds', 'long', '--out', 'x.csv'], /--seconds is long/],
    ['an unknown option', ['human.json', '--fast', '--out', 'x.csv'], /What is --fast/],
    [
      'a folder that is not there',
      ['human.json', '--seconds', '0.1', '--out', 'no/x.csv'],
      /no\/x\.csv: .*no such file/,
    ],
    [
      'more than fits',
      ['human.json', '--seconds', '1e5', '--rate', '1e5', '--out', 'x.csv'],
      /numbers are more than/,
    ],
    ['an option without its value', ['human.json', '--out'], /Usage/],
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
