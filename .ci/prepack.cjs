const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Runs before a package is packed, in its folder. `npm pack` would leave the dependencies of the workspace as "workspace:*", which nobody
 * can install; pnpm writes their versions. And what was not built is not in the tarball.
 */
const refuse = (what) => {
  console.error(`\nNot packed: ${what}\n`);
  process.exit(1);
};

const folder = process.cwd();
const { dependencies = {}, exports: entries } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
const linked = Object.values(dependencies).some((version) => version.startsWith('workspace:'));
if (linked && !/\bpnpm\//.test(process.env.npm_config_user_agent ?? '')) {
  refuse('npm does not know the workspace of its dependencies. Use pnpm pack.');
}
for (const entry of Object.values(entries)) {
  for (const file of [entry.types, entry.default]) {
    if (!existsSync(join(folder, file))) refuse(`${file} is missing. Build first: npm run build.`);
  }
}
