/** Whether the npm packages of a plugin are installed, without which its start command fails. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase, type Phrase } from '../phrase.js';
import { packagesOf } from '../plugin-folder.js';

/**
 * True when `package.json` names a package that is in no `node_modules` of the folder or above it. A folder above often
 * has some of them: those with which kushk itself was installed.
 */
export function lacksPackages(folder: string): boolean {
  const names = packagesOf(folder);
  const isWithoutFolder = existsSync(join(folder, '.pnp.cjs'));
  return !isWithoutFolder && names.some((name) => !isInstalled(name, resolve(folder)));
}

/** What a shell ends with when it does not find the program of a command. */
const PROGRAM_NOT_FOUND = 127;

/** What to do when the start command of a plugin has ended; null where only the plugin itself tells it. */
export function stepAfterEnd(folder: string, exitCode: number | null): Phrase | null {
  if (lacksPackages(folder)) return installPackagesStep(folder);
  if (exitCode !== PROGRAM_NOT_FOUND) return null;
  return packagesOf(folder).length > 0
    ? phrase`a program of the command was not found: run "npm install" in ${resolve(folder)}`
    : phrase`a program of the command was not found: install it, or correct the command`;
}

function installPackagesStep(folder: string): Phrase {
  return phrase`not all packages of the plugin are installed: run "npm install" in ${resolve(folder)}`;
}

/** Rejects the start of a plugin whose packages are missing, before anything else is started for it. */
export function requirePackages(folder: string): void {
  if (lacksPackages(folder))
    throw new Failure(installPackagesStep(folder), { code: 'cli.plugin_not_started', exitCode: EXIT.unreachable });
}

function isInstalled(name: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules', name))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}
