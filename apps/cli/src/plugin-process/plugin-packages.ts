/** Whether the npm packages of a plugin are installed, without which its start command fails. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase, type Phrase } from '../phrase.js';
import { packagesOf } from '../plugin-folder.js';

/** True when `package.json` names packages and not one of them is in a `node_modules` of the folder or above it. */
export function lacksPackages(folder: string): boolean {
  const names = packagesOf(folder);
  const isWithoutFolder = existsSync(join(folder, '.pnp.cjs'));
  return names.length > 0 && !isWithoutFolder && !names.some((name) => isInstalled(name, resolve(folder)));
}

export function installPackagesStep(folder: string): Phrase {
  return phrase`the packages of the plugin are not installed: run "npm install" in ${resolve(folder)}`;
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
