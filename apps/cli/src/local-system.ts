/**
 * The local system that belongs to this command: the one of the repository, or the one that the package `@kushk/cli`
 * contains. Both have `tools/bootstrap.mjs` at their root.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface LocalSystem {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The folder with its data, its `dev.json` and its logs. */
  readonly dataFolder: string;
}

/** The bundle is `apps/cli/dist/kushk.mjs`. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** Null when this command comes without a system, as the single file that a CI stores. */
export function localSystem(): LocalSystem | null {
  const bootstrap = join(ROOT, 'tools', 'bootstrap.mjs');
  if (!existsSync(bootstrap)) return null;
  const dataFolder = process.env['KUSHK_DATA_DIR'] ?? defaultDataFolder();
  return {
    command: process.execPath,
    args: [bootstrap, 'start'],
    environment: { KUSHK_DATA_DIR: dataFolder, KUSHK_DEMO: 'small' },
    dataFolder,
  };
}

/** The file with addresses and credentials that a running system writes. */
export function localDevFile(): string | null {
  const system = localSystem();
  return system === null ? null : join(system.dataFolder, 'dev.json');
}

function defaultDataFolder(): string {
  if (existsSync(join(ROOT, 'apps', 'cli', 'build.mjs'))) return join(ROOT, '.kushk');
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'kushk');
}
