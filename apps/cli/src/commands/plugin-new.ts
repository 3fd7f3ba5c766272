/** `kushk plugin new`: writes a plugin that runs at once into an empty folder. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Problem } from '@kushk/contracts';
import { localHub } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure, usageFailure } from '../failure.js';
import { labelOf, newPluginFiles, titleOf, type PluginValues, type TemplateName } from '../new-plugin-files.js';
import { portForNewPlugin } from '../new-plugin-port.js';
import { phrase } from '../phrase.js';
import { printable, type Terminal } from '../terminal.js';

export interface NewPluginOptions {
  readonly template: TemplateName;
  readonly locale?: 'en' | 'fa';
  readonly id?: string;
  readonly name?: string;
  readonly publisher: string;
  readonly port?: string;
}

/** Beside the bundle (build.mjs). */
const templates = fileURLToPath(new URL('./templates/', import.meta.url));
/** The repository, or the package, which has the same layout. */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const SDK = '@kushk/plugin-sdk';
const CLI = '@kushk/cli';

/** Writes the plugin. Nothing is written when the folder is not empty or a value is not valid. */
export async function createPluginFolder(
  terminal: Terminal,
  folder: string,
  options: NewPluginOptions,
): Promise<ExitCode> {
  const { template } = options;
  const target = resolve(folder);
  requireEmpty(target, folder);
  const locale = options.locale ?? terminal.language;
  const values = await valuesOf(target, options);
  if (!existsSync(templates))
    throw usageFailure(phrase`this copy of kushk has no templates: install the package @kushk/cli`);
  const files = newPluginFiles(values, { folder: templates, template, locale });
  await requireValid(files.get('manifest.yaml') ?? '');
  const sdk = isInNode(template)
    ? await terminal.withProgress(terminal.translate`Packing the SDK`, sdkTarball())
    : null;
  try {
    if (sdk !== null) addSdk(files, sdk);
    write(target, files);
    if (sdk !== null) copyTo(join(target, 'vendor', basename(sdk)), sdk);
  } finally {
    // A tarball that was packed only for this plugin.
    if (sdk !== null && !sdk.startsWith(root)) rmSync(dirname(sdk), { recursive: true, force: true });
  }
  const isGlobal = isGlobalCommand();
  const isFound = isGlobal || isCommandFound(target);
  const steps = stepsBefore(relative(process.cwd(), target), template, isFound ? null : installedPackage());
  const next = [...steps, isGlobal ? 'kushk dev' : `npx ${CLI} dev`];
  terminal.result({ folder: target, template, ...values, files: [...files.keys()], next }, [
    terminal.paint('green', terminal.translate`${printable(values.id)} is ready in ${printable(folder)}`),
    '',
    terminal.translate`Next:`,
    ...next.map((command) => `  ${command}`),
    ...(isFound
      ? []
      : [
          '',
          terminal.paint(
            'yellow',
            terminal.translate`npx finds @kushk/cli only in the nearest folder with a package.json: install it in the folder of the plugin as well`,
          ),
        ]),
    '',
    terminal.translate`README.md explains the files. "kushk plugin test --run" checks the plugin without a running system.`,
  ]);
  return EXIT.ok;
}

function requireEmpty(target: string, folder: string): void {
  if (!existsSync(target)) return;
  if (!statSync(target).isDirectory()) throw usageFailure(phrase`${folder} is not a folder`);
  // A fresh clone of an empty repository is empty enough.
  if (readdirSync(target).some((name) => name !== '.git'))
    throw usageFailure(phrase`${folder} is not empty: name a new folder`);
}

/** Without `--port`: a free port, so that this plugin runs beside others on the machine. */
async function valuesOf(
  target: string,
  { id = `ir.example.${labelOf(basename(target))}`, name, publisher, port: given }: NewPluginOptions,
): Promise<PluginValues> {
  const folderName = basename(target);
  const port = given === undefined ? await portForNewPlugin(target) : Number(given);
  if (given !== undefined && (!/^\d{1,5}$/.test(given) || port < 1 || port > 65_535))
    throw usageFailure(phrase`not a port: ${given}`);
  const title = titleOf(folderName);
  // A name in Persian letters says nothing to those who read English.
  const english = name === undefined || /\p{Script=Arabic}/u.test(name) ? title : name;
  return { id, publisher, port, hub: localHub(), names: { en: english, fa: name ?? title } };
}

/** The options are checked as the fields of the manifest that they become. */
async function requireValid(manifest: string): Promise<void> {
  const { checkSource } = await import('@kushk/manifest');
  const { problems }: { problems: readonly Problem[] } = checkSource(manifest, { production: false });
  if (problems.length > 0)
    throw new Failure(phrase`the manifest would not be valid: use other options`, {
      code: 'cli.usage',
      exitCode: EXIT.usage,
      params: { problems },
    });
}

/** The packed SDK: it comes with the package of this command; in the repository it is packed from its sources. */
async function sdkTarball(): Promise<string | null> {
  const packed = join(root, 'sdk');
  const found = existsSync(packed)
    ? readdirSync(packed).find((name) => /^kushk-plugin-sdk-.*\.tgz$/.test(name))
    : undefined;
  if (found !== undefined) return join(packed, found);
  const packer = join(root, 'tools', 'pack', 'pack-sdk.mjs');
  if (!existsSync(packer)) return null;
  const { packSdk } = (await import(pathToFileURL(packer).href)) as { packSdk: (options: { to: string }) => string };
  return packSdk({ to: mkdtempSync(join(tmpdir(), 'kushk-sdk-')) });
}

/** The SDK is a file of the plugin, so `npm install` needs no registry for it. */
function addSdk(files: Map<string, string>, sdk: string): void {
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as { dependencies: Record<string, string> };
  manifest.dependencies[SDK] = `file:vendor/${basename(sdk)}`;
  files.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
}

function write(target: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(target, name)), { recursive: true });
    writeFileSync(join(target, name), text);
  }
}

function copyTo(path: string, source: string): void {
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(source, path);
}

/** Whether `npx @kushk/cli` works in the folder: npx looks in the nearest folder with packages, and in no other. */
function isCommandFound(folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', ...CLI.split('/')))) return true;
  const isEnd = existsSync(join(folder, 'package.json')) || existsSync(join(folder, 'node_modules'));
  const above = dirname(folder);
  return !isEnd && above !== folder && isCommandFound(above);
}

/** Under npx the PATH also has the commands of the folder in which it runs. */
function isGlobalCommand(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => !folder.includes('node_modules') && existsSync(join(folder, 'kushk')));
}

/** The package of this command as npm installs it elsewhere; null when it was not installed by npm. */
function installedPackage(): string | null {
  const modules = resolve(root, ...CLI.split('/').map(() => '..'));
  const file = join(dirname(modules), 'package.json');
  if (basename(modules) !== 'node_modules' || !existsSync(file)) return null;
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> };
  const { [CLI]: source } = dependencies;
  if (source === undefined) return null;
  return source.startsWith('file:') ? resolve(dirname(file), source.slice('file:'.length)) : `${CLI}@${source}`;
}

/** Whether the plugin is written in TypeScript, with the SDK. */
function isInNode(template: TemplateName): boolean {
  return template === 'node' || template === 'poller';
}

/** What comes before the first command. The new folder needs the package of the command when it is not null. */
function stepsBefore(folder: string, template: TemplateName, needed: string | null): readonly string[] {
  const enter = folder === '' ? [] : [`cd ${quoted(folder)}`];
  if (needed !== null) return [...enter, `npm install ${quoted(needed)}`];
  return isInNode(template) ? [...enter, 'npm install'] : enter;
}

function quoted(argument: string): string {
  return /^[\w./@~^-]*$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
