const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
const { delimiter, dirname, join } = require('node:path');

const root = dirname(__dirname);
const { packageManager } = require('../package.json');
const TEST_REPORT = 'node_modules/.cache/test-report.json';

/** Everything else is reached from these by their references. */
const PROJECTS = ['test', 'apps/playground', 'bench'].filter((path) =>
  existsSync(join(root, path, 'tsconfig.json')),
);
const TYPES = `tsc -b ${PROJECTS.join(' ')}`;
/** The built physics-core is one bundle; see there for why. */
const BUNDLE = 'node packages/physics-core/bundle.mjs';
const CHECKS = { 'format and lint': 'biome ci --error-on-warnings', types: TYPES, 'unused code': 'knip' };

/** Random tests, which `npm run fuzz` makes longer. */
const FUZZED = [
  'packages/physics-core/test/api/fuzz.test.ts',
  'packages/physics-core/test/api/events-model.test.ts',
  'packages/physics-core/test/determinism/snapshot.test.ts',
  'packages/physics-core/test/collision/narrowphase/gjk.test.ts',
  'packages/physics-core/test/collision/narrowphase/every-pair.test.ts',
  'packages/physics-core/test/collision/queries/cast-convex.test.ts',
  'packages/physics-core/test/collision/queries/cast-solids.test.ts',
  'packages/physics-core/test/collision/meshes/tunnelling.test.ts',
  'packages/physics-core/test/collision/continuous/kinematic-obstacles.test.ts',
  'packages/physics-core/test/collision/continuous/sweep-moving.test.ts',
  'packages/ecs-plugin/test/model.test.ts',
  'test/scenes/hostile-snapshots.test.ts',
  'test/physics/heaps.test.ts',
  'test/physics/loops.test.ts',
  'test/physics/thrown-rods.test.ts',
];

const TASKS = {
  dev: () => run('vite apps/playground', extra),
  check: () =>
    Object.values(CHECKS)
      .map((command) => run(command))
      .every(Boolean),
  build: () => run(TYPES) && run(BUNDLE) && run('vite build apps/playground', extra),
  test: checkAndTest,
  bench: () =>
    run('tsc -b bench') &&
    run(BUNDLE) &&
    pnpm(['--dir', 'bench', '--silent', 'run', 'bench', ...extra], 'inherit'),
  simulate: () => run('tsc -b packages/physics-core') && run(BUNDLE) && run('node .ci/simulate.mjs', extra),
  fuzz: () => {
    env.FUZZ_SCALE ??= '60';
    env.FUZZ_SEED ??= String(Date.now() % 1_000_000);
    console.error(`Seed ${env.FUZZ_SEED}: FUZZ_SEED=${env.FUZZ_SEED} npm run fuzz repeats this run.`);
    return run(`vitest run --testTimeout=3600000 ${FUZZED.join(' ')}`, extra);
  },
  soak: () => {
    env.SOAK_SCALE ??= '50';
    return run('vitest run --testTimeout=3600000 test/scenes/churn.test.ts', extra);
  },
  accuracy: () =>
    run('tsc -b test/accuracy') && run(BUNDLE) && run('node test/accuracy/dist/accuracy/main.js', extra),
};

const [task, ...extra] = process.argv.slice(2);
const env = environment();
if (!Object.hasOwn(TASKS, task)) {
  console.error(`There is no task "${task}", only: ${Object.keys(TASKS).join(', ')}.`);
  process.exit(1);
}
// The install speaks on stderr, so that stdout holds nothing but the result of the task.
process.exitCode = pnpm(['install', '--frozen-lockfile'], 2) && TASKS[task]() ? 0 : 1;

/**
 * npm hands its whole configuration on as npm_config_* variables, which pnpm would take for its own settings. Only what
 * decides where packages come from is passed on.
 */
function environment() {
  const kept = /^npm_config_(.*registry|cache|userconfig|globalconfig|.*proxy|cafile|ca)$/i;
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_config_/i.test(name) || kept.test(name),
  );
  const result = Object.fromEntries(entries);
  const path = Object.keys(result).find((name) => name.toLowerCase() === 'path') ?? 'PATH';
  result[path] = [join(root, 'node_modules', '.bin'), result[path]].join(delimiter);
  return result;
}

/** The pnpm that started this script or, started by npm, the pinned one through npx. */
function pnpm(args, output) {
  const options = { cwd: root, env, stdio: ['inherit', output, 'inherit'] };
  const starter = process.env.npm_execpath ?? '';
  if (/\bpnpm\//.test(process.env.npm_config_user_agent ?? '')) {
    if (/\.[cm]?js$/.test(starter)) return finished(spawnSync(process.execPath, [starter, ...args], options));
    return finished(spawnSync(starter || 'pnpm', args, options));
  }
  const npxArgs = ['--yes', packageManager, ...args];
  // npx beside npm itself, because the `npx` of Windows is a shell script, which cannot be spawned.
  const npx = join(dirname(starter), 'npx-cli.js');
  if (starter && existsSync(npx)) return finished(spawnSync(process.execPath, [npx, ...npxArgs], options));
  return finished(spawnSync('npx', npxArgs, { ...options, shell: process.platform === 'win32' }));
}

/** Runs a command line that sees the installed tools. */
function run(command, args = []) {
  const line = [command, ...args.map((argument) => JSON.stringify(argument))].join(' ');
  console.error(`\n$ ${line}`);
  return finished(spawnSync(line, { cwd: root, env, stdio: 'inherit', shell: true }));
}

function finished(result) {
  if (result.error) console.error(`Could not be started: ${result.error.message}`);
  return result.status === 0;
}

/** All checks and all tests, whatever fails on the way, and a summary at the end. */
function checkAndTest() {
  const failedChecks = Object.keys(CHECKS).filter((name) => !run(CHECKS[name]));
  const report = join(root, TEST_REPORT);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const green = run(`vitest run --reporter=default --reporter=json --outputFile.json=${TEST_REPORT}`, extra);
  console.log(
    failedChecks.length > 0 ? `Checks that failed: ${failedChecks.join(', ')}` : 'All checks passed.',
  );
  if (existsSync(report)) console.log(`\n${closingLine(JSON.parse(readFileSync(report, 'utf8')), green)}`);
  return green && failedChecks.length === 0;
}

/** A test file that did not even load has no tests in the report: it counts as one failure. */
function closingLine(report, green) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = Math.max(report.numFailedTests + broken.length, green ? 0 : 1);
  const skipped = report.numPendingTests + report.numTodoTests;
  return `${report.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
