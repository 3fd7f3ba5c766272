/**
 * Makes the command one file, `dist/kushk.mjs`, that needs nothing but Node 20 or later: what a publisher's CI keeps or
 * downloads. Our libraries are taken from their sources, so nothing has to be built before.
 */
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true });
await build({
  absWorkingDir: import.meta.dirname,
  entryPoints: ['src/main.ts'],
  outfile: 'dist/kushk.mjs',
  bundle: true,
  platform: 'node',
  target: 'node20.10',
  format: 'esm',
  conditions: ['@kushk/source'],
  minify: true,
  keepNames: true,
  legalComments: 'inline',
  // Dependencies that are CommonJS ask for parts of Node by require().
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
