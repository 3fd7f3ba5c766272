/** Provides the compiled texts of an application as the modules `virtual:texts/fa` and `virtual:texts/en`. */
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

const textOf = (trees: Readonly<Record<string, unknown>>): string =>
  `JSON.parse(${JSON.stringify(JSON.stringify(trees))})`;
