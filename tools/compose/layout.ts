/**
 * What the containers of docker-compose.yml share: one folder, and one network namespace, so that the addresses are
 * those of `npm start`.
 */
import { join } from 'node:path';
import { addressesFrom, defaultPortBase, type Addresses } from '../start/addresses.js';

export const sharedFolder = '/kushk';
export const addresses: Addresses = addressesFrom(defaultPortBase);

/** `hub gateway` → `hub-gateway`: container names have no spaces. */
export function containerName(process: string): string {
  return process.replaceAll(' ', '-');
}

/** The file with the environment of one process, secrets included. */
export function environmentFile(container: string): string {
  return join(sharedFolder, 'environment', `${container}.json`);
}
