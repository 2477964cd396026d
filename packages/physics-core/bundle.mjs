import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RolldownMagicString, rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';

/**
 * Bundles what `tsc -b` left in dist, with the numeric constants written out. V8 does not fold a constant that comes from another module: every
 * offset into a typed array is then a load and a check. Written out, steps take 4 to 16 % less, and the bits are the same.
 * The declarations of dist stay as they are; the bundle has source maps of its own.
 *
 * A bundler that packs a game leaves out what the game does not use, if it knows that it may. In one file it must take every call at the
 * top level for an effect. So those are marked as pure here. They are: no module does more than declare things, which is checked.
 */
const dist = join(dirname(fileURLToPath(import.meta.url)), 'dist');
const out = join(dist, 'bundle');
const entries = { index: 'index.js', inspect: 'inspect.js', parts: 'parts.js', bulk: 'api/bulk.js' };

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((file) => file.isFile() && file.name.endsWith('.js') && !file.parentPath.startsWith(out))
      .map((file) => statSync(join(file.parentPath, file.name)).mtimeMs),
  );

const isFresh = () =>
  existsSync(join(out, 'index.js')) && statSync(join(out, 'index.js')).mtimeMs > newest(dist);

const DECLARATIONS = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
];

/** Whether an expression calls or reads something when the module loads. */
const isActive = (node) => {
  if (node === null || typeof node !== 'object') return false;
  if (Array.isArray(node)) return node.some(isActive);
  if (/Function/.test(node.type)) return false;
  if (['CallExpression', 'NewExpression', 'MemberExpression', 'SpreadElement'].includes(node.type))
    return true;
  return Object.values(node).some(isActive);
};

/** Wraps what is computed when a module loads into calls that bundlers leave out where nothing uses the result. */
const markPure = (code, file) => {
  const marked = new RolldownMagicString(code);
  for (const statement of parseAst(code).body) {
    const declaration = statement.declaration ?? statement;
    if (declaration.type === 'VariableDeclaration') {
      for (const { init } of declaration.declarations)
        if (isActive(init))
          marked.appendLeft(init.start, '/* @__PURE__ */ (() => (').appendRight(init.end, '))()');
    } else if (!DECLARATIONS.includes(declaration.type)) {
      const text = code.slice(statement.start, statement.end);
      throw new Error(
        `${file} does something when it loads, which a bundle would lose or keep for ever: ${text}`,
      );
    }
  }
  return { code: marked.toString(), map: marked.generateMap({ source: file, hires: 'boundary' }).toString() };
};

if (!isFresh()) {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(dist, file)])),
    checks: { bundlerTimings: false },
    plugins: [{ name: 'mark-pure', transform: { order: 'post', handler: markPure } }],
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  const { output } = await bundle.write({
    dir: out,
    format: 'esm',
    sourcemap: true,
    chunkFileNames: 'chunk-[name].js',
  });
  await bundle.close();
  // Chunks of an earlier bundle would be packed with this one.
  const written = output.map(({ fileName }) => fileName);
  for (const file of readdirSync(out)) if (!written.includes(file)) rmSync(join(out, file));
}
