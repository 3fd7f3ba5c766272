/** The Vite configuration of both web applications. */
import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { UserConfig } from 'vite';
import { precompress } from './precompress.js';
import { textsPlugin } from './texts-plugin.js';

const root = resolve(import.meta.dirname, '../..');

/** `folder` is the absolute path of the application. */
export function pagesConfig(folder: string): UserConfig {
  return {
    root: folder,
    // The address is a page's, not a file's: the gateway serves the document for all of them.
    appType: 'mpa',
    publicDir: false,
    plugins: [
      // React Aria has no Persian texts, and those of all languages would be 43 kB: libs/ui brings both languages.
      { ...optimizeLocales.vite({ locales: [] }), enforce: 'pre' as const },
      textsPlugin(root, basename(folder)),
      precompress(),
    ],
    resolve: {
      conditions: ['@kushk/source', 'module', 'browser', 'development|production'],
      alias: {
        // The texts are compiled at build time, so the parser is not needed in the page.
        '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        '/node_modules': resolve(root, 'node_modules'),
        '/libs': resolve(root, 'libs'),
      },
    },
    css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[local]_[hash:base64:5]' } },
    build: {
      outDir: resolve(folder, 'dist'),
      emptyOutDir: true,
      target: 'baseline-widely-available',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        // Besides the application, the instance has the document that embeds pages of plugins.
        input: globSync('*.html', { cwd: folder }).map((file) => resolve(folder, file)),
        onLog(level, entry, report) {
          // Packages mark their files for React server components, which these pages are not.
          if (entry.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, entry);
        },
      },
    },
  };
}
