/** Finds what belongs to a plugin in its folder: the manifest, and the command that starts the plugin. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageFailure } from './failure.js';
import { phrase } from './phrase.js';

/** The names of a manifest, the first one that exists counts. */
export const MANIFEST_NAMES = ['manifest.yaml', 'plugin.yaml', 'manifest.yml', 'plugin.yml', 'manifest.json'];

/** Returns the given file, or the manifest of the working directory. Throws a usage failure when there is none. */
export function manifestFile(given: string | undefined): string {
  if (given !== undefined) return given;
  const found = MANIFEST_NAMES.find((name) => existsSync(name));
  if (found === undefined)
    throw usageFailure(
      phrase`no manifest in this folder (${MANIFEST_NAMES.join(', ')}): change to the folder of the plugin, name the file, or write a new plugin with "kushk plugin new DIR"`,
    );
  return found;
}

/**
 * The command that starts the plugin: `run` in `kushk.json` beside the manifest, else the script `dev` or `start` of
 * `package.json`. Null when there is neither.
 */
export function startCommandOf(manifest: string): string | null {
  const folder = dirname(manifest);
  const { run } = readJson(join(folder, 'kushk.json'));
  if (typeof run === 'string' && run !== '') return run;
  const { scripts } = readJson(join(folder, 'package.json'));
  const names = typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : [];
  const script = ['dev', 'start'].find((name) => names.includes(name));
  return script === undefined ? null : `npm run --silent ${script}`;
}

/** The packages that `package.json` in the folder names; none without that file. */
export function packagesOf(folder: string): readonly string[] {
  const { dependencies, devDependencies } = readJson(join(folder, 'package.json'));
  return [dependencies, devDependencies].flatMap((named) => Object.keys(Object(named) as object));
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) return {};
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    throw usageFailure(phrase`${path} is not valid JSON`);
  }
}

/** The port on which a plugin listens, for its environment variable `PORT`. */
export function portOf(baseUrl: string): string {
  const { port, protocol } = new URL(baseUrl);
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}
