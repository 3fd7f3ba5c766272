/**
 * Bundles the CLI into one file, `dist/kushk.mjs`, which a publisher's CI downloads or stores. The file runs on Node
 * 20 or later without other files; only `plugin new` needs the templates beside it. The libraries are bundled from
 * their sources, so they need no build.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import { parse } from 'yaml';

/** What to do about each error, without the causes, which only the pages show. */
const remedies = {
  name: 'remedies',
  setup: ({ onLoad }) =>
    onLoad({ filter: /docs\/guide\/errors\.yaml$/ }, ({ path }) => {
      const entries = Object.entries(parse(readFileSync(path, 'utf8')));
      const contents = JSON.stringify(
        Object.fromEntries(entries.map(([code, { fix, fix_fa }]) => [code, { fix, fix_fa }])),
      );
      return { contents, loader: 'json' };
    }),
};

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
  plugins: [remedies],
  logLevel: 'warning',
});
const here = new URL('.', import.meta.url);
cpSync(new URL('templates', here), new URL('dist/templates', here), { recursive: true });
// The plugins without the SDK verify their calls with the same files that docs/verify offers.
for (const [from, to] of [
  ['python/kushk_verify.py', 'python/kushk_verify.py'],
  ['go/kushk_verify.go', 'go/kushk/kushk_verify.go'],
  ['php/kushk_verify.php', 'php/kushk_verify.php'],
])
  cpSync(new URL(`../../docs/verify/${from}`, here), new URL(`dist/templates/${to}`, here));
