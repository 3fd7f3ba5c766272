/**
 * Builds the files that the gateway serves at `/sdk/`. Tests build them with changed sources, through `plugins`.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const exported = [
  'connect',
  'onContext',
  'onDisconnect',
  'getHandle',
  'confirm',
  'pickPerson',
  'pickCase',
  'toast',
  'resize',
  'setTitle',
  'setDirty',
  'navigate',
  'formatDate',
  'disconnect',
];

async function bundle(entry, format, plugins) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src', entry)],
    bundle: true,
    write: false,
    minify: true,
    format,
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    conditions: ['@kushk/source'],
    define: { BRIDGE_VERSION: JSON.stringify(version) },
    plugins,
  });
  return Buffer.from(outputFiles[0].contents);
}

/** The declarations for TypeScript: of the module, and of the global that the classic script defines. */
function declarations() {
  const api = readFileSync(join(folder, '../../libs/bridge-protocol/src/bridge-api.ts'), 'utf8');
  const members = exported.map((name) => `export declare const ${name}: Bridge['${name}'];`);
  return Buffer.from(
    `${api}
export declare const ServiceBridge: Bridge;
export default ServiceBridge;
${members.join('\n')}

declare global {
  interface Window {
    readonly ServiceBridge: Bridge;
  }
  const ServiceBridge: Bridge;
}
`,
  );
}

/** The shell's Persian and Latin text font, with a style sheet that pages and the bridge link to. */
function fontFiles() {
  const files = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/vazirmatn/package.json'));
  const css = readFileSync(join(files, 'index.css'), 'utf8');
  const fonts = new Map();
  const sheet = css
    .replace(/'Vazirmatn Variable'/g, "'Vazirmatn'")
    .replace(/url\(\.\/files\/([a-z0-9-]+\.woff2)\)/g, (_match, name) => {
      fonts.set(`fonts/${name}`, readFileSync(join(files, 'files', name)));
      return `url(./fonts/${name})`;
    });
  return [['fonts.css', Buffer.from(sheet)], ...fonts];
}

/** Subresource integrity of a file, as `<script integrity>` expects it. */
export function integrityOf(bytes) {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}

/** Returns the content of each file by its name. */
export async function bridgeFiles(plugins = []) {
  const [classic, esm] = await Promise.all([bundle('classic.ts', 'iife', plugins), bundle('index.ts', 'esm', plugins)]);
  const immutable = `bridge-${version}.js`;
  const integrity = { version, integrity: { [immutable]: integrityOf(classic) } };
  return new Map([
    ['bridge.js', classic],
    ['bridge.mjs', esm],
    [immutable, classic],
    ['bridge.d.ts', declarations()],
    ['integrity.json', Buffer.from(`${JSON.stringify(integrity, null, 2)}\n`)],
    ...fontFiles(),
  ]);
}
