/*
 * The one way in for `npm start`, `npm test` and the other scripts of package.json, so that a fresh clone needs Node
 * and npm only. This file stays in the syntax of 2016: an old Node must get as far as the message.
 */
const version = process.versions.node;
const parts = version.split('.').map(Number);
if (parts[0] < 20 || (parts[0] === 20 && parts[1] < 19)) {
  console.error(`Tenon needs Node 20.19 or newer; this is Node ${version}.`);
  console.error('Install a current Node, for example the latest LTS version, and run the command again.');
  process.exit(1);
}
require('./tasks.cjs');
