/** Preloaded with `--import apply-patches.mjs?patches=a,b`: applies patches to files when they are loaded. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { patches } from './patch-table.mjs';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const names = (new URL(import.meta.url).searchParams.get('patches') ?? '').split(',').filter(Boolean);
const edits = names.flatMap((name) => patches[name]);

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith('file:')) return loaded;
    const path = fileURLToPath(url);
    const own = edits.filter(({ file }) => path === `${root}${file}`);
    if (own.length === 0) return loaded;
    let source = String(loaded.source);
    for (const { find, replace } of own) {
      if (!source.includes(find)) throw new Error(`the patch of ${path} does not apply: ${find}`);
      source = source.replaceAll(find, () => replace);
    }
    return { ...loaded, source };
  },
});
