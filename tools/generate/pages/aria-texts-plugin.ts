/** Fails the build when a page uses a part of React Aria whose texts `libs/ui/src/aria-texts-fa.ts` does not have. */
import type { Plugin } from 'vite';
import { persian } from '../../../libs/ui/src/aria-texts-fa.js';

const TEXTS = /(react-(?:aria|stately))\/dist\/private\/([^/]+)\/intlStrings\./;

export function ariaTextsPlugin(): Plugin {
  return {
    name: 'kushk:aria-texts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      for (const [, library = '', part = ''] of modules.map((id) => TEXTS.exec(id) ?? [])) {
        if (library === '' || `@${library}/${part}` in persian) continue;
        this.error(`libs/ui/src/aria-texts-fa.ts lacks the texts of @${library}/${part}`);
      }
    },
  };
}
