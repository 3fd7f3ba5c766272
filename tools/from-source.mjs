/**
 * Allows a tool or a spec to run the sources of a service without a build: `node --import ./tools/from-source.mjs
 * FILE`. Paths and packages are resolved as in `typescript.mjs`; swc compiles the decorators, as in the build.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import './typescript.mjs';

const { jsc } = JSON.parse(readFileSync(new URL('../.swcrc', import.meta.url), 'utf8'));

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      swcrc: false,
      jsc,
      module: { type: 'es6' },
      sourceMaps: 'inline',
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
