/** The files of a new plugin: those of the template, with its own id, names, publisher, port and hub filled in. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const TEMPLATES = ['node', 'python', 'go', 'php', 'poller'] as const;
export type TemplateName = (typeof TEMPLATES)[number];
/** The folders whose files make a plugin. */
const PARTS: Readonly<Record<TemplateName, readonly string[]>> = {
  node: ['all', 'both', 'npm', 'node'],
  python: ['all', 'both', 'python'],
  go: ['all', 'both', 'go'],
  php: ['all', 'both', 'php'],
  poller: ['all', 'npm', 'poller'],
};
/** What varies between plugins. The templates themselves are a plugin that runs with other values. */
export interface PluginValues {
  readonly id: string;
  readonly names: { readonly en: string; readonly fa: string };
  readonly publisher: string;
  readonly port: number;
  /** The hub that the plugin trusts when it is started without `KUSHK_BASE_URL`. */
  readonly hub: string;
}
export interface TemplateOptions {
  readonly folder: string;
  readonly template: TemplateName;
  readonly locale: 'en' | 'fa';
}

const ID = 'ir.example.reminders';
const PORT = '4100';
const HUB = 'http://127.0.0.1:8080';
/** The names of the plugin in a manifest: its own, and those of its app. */
const NAMES = /\bnames: \{ en: Reminders, fa: یادآورها \}/g;
/** The title of its page: HTML in most templates, a string in TypeScript. */
const TITLE = /<title>Reminders<\/title>/;
const TITLE_STRING = /\btitle: 'Reminders'/;

/** Returns the text of each file by its path in the folder of the plugin. */
export function newPluginFiles(
  values: PluginValues,
  { folder, template, locale }: TemplateOptions,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const part of PARTS[template])
    for (const path of readdirSync(join(folder, part), { recursive: true, encoding: 'utf8', withFileTypes: true })) {
      if (!path.isFile()) continue;
      const from = join(path.parentPath, path.name);
      const name = nameIn(from.slice(join(folder, part).length + 1), locale);
      if (name !== null) files.set(name, filledIn(name, readFileSync(from, 'utf8'), { values, locale }));
    }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The path of a template's file in the plugin; null for a file in the other language. */
function nameIn(path: string, locale: 'en' | 'fa'): string | null {
  // npm leaves files with this name out of a package.
  if (path === 'gitignore') return '.gitignore';
  const [, base, language, extension] = /^(.+)\.(en|fa)\.(\w+)$/.exec(path) ?? [];
  if (base === undefined) return path;
  return language === locale ? `${base}.${extension}` : null;
}

function filledIn(
  name: string,
  text: string,
  { values, locale }: { readonly values: PluginValues; readonly locale: 'en' | 'fa' },
): string {
  const { id, names, publisher, port, hub } = values;
  const withValues = text
    .replaceAll(ID, id)
    .replaceAll(PORT, String(port))
    .replaceAll(HUB, hub)
    .replace(TITLE, () => `<title>${escapedForHtml(names[locale])}</title>`)
    .replace(TITLE_STRING, () => `title: ${JSON.stringify(names[locale])}`);
  if (name === 'manifest.yaml')
    return withValues
      .replace(/^publisher: .*$/m, () => `publisher: ${publisher}`)
      .replace(NAMES, () => `names: { en: ${JSON.stringify(names.en)}, fa: ${JSON.stringify(names.fa)} }`);
  if (name === 'package.json') return withValues.replace(/"name": ".*"/, () => `"name": "${lastLabelOf(id)}"`);
  return withValues.replaceAll('{{name}}', () => names[locale]);
}

/** Without a character that would end the string of a template around the page, or be replaced in it. */
function escapedForHtml(text: string): string {
  return text.replace(/[&<>"'`\\{}$]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** `ir.acme.invoice-reader` → `invoice-reader` */
function lastLabelOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

/** The last part of an id, from the name of a folder: `Invoice Reader (2)` → `invoice-reader-2`. */
export function labelOf(folderName: string): string {
  const label = folderName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return label === '' ? 'plugin' : label;
}

/** The name that people see, from the name of a folder: `invoice-reader` → `Invoice reader`. */
export function titleOf(folderName: string): string {
  const words = folderName.replace(/[-_.\s]+/g, ' ').trim();
  return words === '' ? 'Plugin' : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
