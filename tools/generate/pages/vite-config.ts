/** The Vite configuration of both web applications, and of the gallery of their components. */
import { globSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { InlineConfig, Rolldown, UserConfig } from 'vite';
import { ariaTextsPlugin } from './aria-texts-plugin.js';
import { earlyLoads } from './early-loads.js';
import { firstScreens } from './first-screen.js';
import { precompress } from './precompress.js';
import { textsPlugin } from './texts-plugin.js';

const root = resolve(import.meta.dirname, '../../..');

/** What the document that embeds a plugin's page loads: it must not wait for the pages' own code. */
const FRAME = /frame\.html|embedded\/frame\/|libs\/bridge-protocol\//;

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;
const aria = (folders: string, components: string): RegExp =>
  new RegExp(`react-(aria|stately)/dist/private/(${folders})/|react-aria-components/dist/private/(${components})\\.`);

/**
 * One chunk for what every page needs, and one for each kind of control. Without groups the bundler writes a chunk for
 * each combination of pages that share a module: dozens of small files, which compress badly and cost requests.
 */
const chunkGroups: Groups = [
  { name: 'base', tags: ['$initial'], test: (id) => !FRAME.test(id) },
  {
    name: 'common',
    test: /react-query\/|src\/mu\.ts|ui\/src\/(layout|feedback|page|keys|data\/(badge|panel|tile|mu)|list\/(paged|rows-sk|more-b)|dates\/dates|controls\/(filter|field-parts))|pages\/src\/(organisation\/(me|people)|records\/times|store\/parts\/(tier|scopes))\./,
  },
  { name: 'search', test: /ui\/src\/(list\/list-s|controls\/search-field)/ },
  // Modules that controls share with lists and dialogs. A list must not load the controls for them.
  { name: 'shared', test: /private\/(utils\/(number|keyboard)|interactions\/PressResponder|focus\/virtualFocus)\./ },
  { name: 'focus', test: aria('focus', 'SharedElementTransition') },
  {
    name: 'controls',
    test: aria('autocomplete|form|label|checkbox|toggle', 'Autocomplete|Text|Checkbox|Label|Form|SelectionIndicator'),
  },
  {
    name: 'text-controls',
    test: aria('textfield|searchfield', 'TextField|SearchField|Input|FieldError|Group|TextArea'),
  },
  { name: 'collections', test: aria('collections|selection', 'Collection') },
  { name: 'tables', test: aria('table|grid', 'Table') },
  { name: 'overlays', test: aria('overlays|dialog|menu|tree', 'Modal|Dialog|Popover|Menu|Heading') },
];

/** The gallery shows components in states of which the texts are those of the instance's pages. */
export function galleryConfig(): InlineConfig {
  const application = resolve(root, 'apps/instance-pages');
  const { plugins = [], resolve: resolution, css } = pagesConfig(application);
  return {
    root: join(application, 'src/gallery'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    // A development page may be large, and nothing compresses it.
    plugins: plugins.filter(
      (plugin) => !isNamed(plugin, ['kushk:first-screens', 'kushk:precompress', 'kushk:early-loads']),
    ),
    resolve: resolution ?? {},
    css: css ?? {},
    cacheDir: resolve(root, 'node_modules/.cache/kushk-gallery/vite'),
    build: { outDir: resolve(root, 'node_modules/.cache/kushk-gallery/dist'), emptyOutDir: true, assetsInlineLimit: 0 },
  };
}

const isNamed = (plugin: unknown, names: readonly string[]): boolean =>
  names.includes(String((plugin as { readonly name?: unknown } | null)?.name));

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
      ariaTextsPlugin(),
      earlyLoads(),
      precompress(),
      firstScreens(),
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
        output: {
          codeSplitting: {
            groups: chunkGroups,
          },
        },
        onLog(level, entry, report) {
          // Packages mark their files for React server components, which these pages are not.
          if (entry.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, entry);
        },
      },
    },
  };
}
