import { readManifest } from '@kushk/ui/manifest-text';

/** The text with which a new plugin begins: the smallest manifest that can be submitted. */
export function newManifestText(publisher: string): string {
  return [
    'schema: "1"',
    `id: ir.${publisher.replaceAll(/[^a-z0-9-]+/g, '-')}.plugin`,
    'version: 1.0.0',
    `publisher: ${publisher}`,
    'kind: external',
    'plugin_api: "1.0"',
    'names: { en: My plugin, fa: افزونهٔ من }',
    'base_url: https://plugin.example.com',
    'scopes: {}',
    '',
  ].join('\n');
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)/;

/** The text of the newest release with the next patch version, because no version can be submitted twice. */
export function nextManifestText(text: string, version: string): string {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  if (patch === undefined) return text;
  const { line } = readManifest(text).placeOf('/version');
  const lines = text.split('\n');
  lines[line - 1] = (lines[line - 1] ?? '').replace(version, `${major}.${minor}.${Number(patch) + 1}`);
  return lines.join('\n');
}
