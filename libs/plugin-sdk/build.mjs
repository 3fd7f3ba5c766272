/**
 * Builds the package that plugin authors install: one file per entry, with everything it needs from this repository and
 * from `jose` inside, so that it has no dependencies. With `--types`, which `npm pack` does, also the declarations.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const target = process.argv.find((argument) => argument.startsWith('--to='))?.slice('--to='.length);
const dist = target ?? join(folder, 'dist');
const entries = ['index', 'react', 'mcp'];

rmSync(dist, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: entries.map((name) => `src/${name}.ts`),
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: 'chunk-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20.10',
  conditions: ['@kushk/source'],
  external: ['react', '@modelcontextprotocol/client'],
  legalComments: 'none',
  sourcemap: false,
  logLevel: 'warning',
});
// The licence of a bundled package requires its notice in every copy.
writeFileSync(
  join(dist, 'third-party-notices.txt'),
  `This package contains parts of jose (https://github.com/panva/jose).\n\n${readFileSync(new URL('../../node_modules/jose/LICENSE.md', import.meta.url), 'utf8')}`,
);
if (process.argv.includes('--types')) {
  const { writeDeclarations } = await import('./write-declarations.mjs');
  writeDeclarations({ folder, entries, dist });
}
