/**
 * Lets Node 24 run our TypeScript as it stands: `node --import ./tools/typescript.mjs tools/start/main.ts`.
 *
 * Node removes the types by itself. What it lacks are two conventions of this repository: relative imports are
 * written with `.js` although the file is `.ts`, and our own libraries are read from their sources (the export
 * condition `@kushk/source`) instead of dist/. Only for tools and the test run: files with decorators need swc.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const fromSources = '@kushk/source';

function sourceOf(specifier, parentURL) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !parentURL?.endsWith('.ts')) return specifier;
  const source = specifier.replace(/\.js$/, '.ts');
  return existsSync(fileURLToPath(new URL(source, parentURL))) ? source : specifier;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    // A program that was built goes on with what was built.
    if (specifier.startsWith('@kushk/') && !context.parentURL?.includes('/dist/')) {
      return nextResolve(specifier, { ...context, conditions: [...context.conditions, fromSources] });
    }
    return nextResolve(sourceOf(specifier, context.parentURL), context);
  },
});
