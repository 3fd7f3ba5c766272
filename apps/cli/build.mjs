/**
 * Bundles the CLI into one file, `dist/kushk.mjs`, which a publisher's CI downloads or stores. The file runs on Node
 * 20 or later without other files. The libraries are bundled from their sources, so they need no build.
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
  // Bundled CommonJS dependencies load Node.js modules with require().
  banner: {
    js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
