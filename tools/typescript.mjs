/**
 * Allows Node 24 to run TypeScript without a build: `node --import ./tools/typescript.mjs tools/run/start/main.ts`.
 *
 * Node removes the types. This hook adds two conventions of the repository: a relative import of a `.js` file
 * resolves to a `.ts` file, and the repository's packages resolve to their sources (export condition `@kushk/source`)
 * instead of dist/. Tools and tests use this hook; files with decorators need swc (`from-source.mjs`).
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
    // A built program imports built packages, not sources.
    if (specifier.startsWith('@kushk/') && !context.parentURL?.includes('/dist/')) {
      return nextResolve(specifier, { ...context, conditions: [...context.conditions, fromSources] });
    }
    return nextResolve(sourceOf(specifier, context.parentURL), context);
  },
});
