/** Provides the compiled texts of an application as the modules `virtual:texts/fa` and `virtual:texts/en`. */
import { TYPE } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';
import { sourceFoldersOf } from './applications.js';
import { compileTexts, LANGUAGES } from './texts.js';

const PREFIX = 'virtual:texts/';

export function textsPlugin(root: string, application: string): Plugin {
  return {
    name: 'kushk:texts',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      const language = LANGUAGES.find((one) => id === `\0${PREFIX}${one}`);
      if (language === undefined) return null;
      const { trees, problems } = compileTexts(root, sourceFoldersOf(application));
      if (problems.length > 0) this.error(`${problems.length} problems in the texts:\n${problems.join('\n')}`);
      return `export default ${textOf(trees[language])};`;
    },
    handleHotUpdate({ file, server }) {
      if (/texts\.(fa|en)\.json$/.test(file)) server.ws.send({ type: 'full-reload' });
    },
  };
}

/** A literal part of a message is its text alone, because every first screen loads all texts; libs/ui expands it. */
const shortened = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'value' in value && 'type' in value && value.type === TYPE.literal
    ? value.value
    : value;

const textOf = (trees: Readonly<Record<string, unknown>>): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(nested(trees), shortened))})`;

interface Nested {
  [part: string]: unknown;
}
const isNested = (node: unknown): node is Nested => typeof node === 'object' && !Array.isArray(node);

/**
 * Keys with a common start have it once. A key that is the start of others comes before them, because keys are sorted,
 * and has its text below the empty part.
 */
export function nested(trees: Readonly<Record<string, unknown>>): Nested {
  const root: Nested = {};
  for (const [key, tree] of Object.entries(trees)) {
    const parts = key.split('.');
    const last = parts.pop() ?? '';
    let node = root;
    for (const part of parts) {
      const below = node[part] ?? {};
      const branch = isNested(below) ? below : { '': below };
      node[part] = branch;
      node = branch;
    }
    node[last] = tree;
  }
  return root;
}
