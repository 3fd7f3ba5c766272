/** What the containers of docker-compose.yml share: one network namespace (so the addresses are those of `npm start`) and one folder. */
import { join } from 'node:path';
import { addressesFrom, defaultPortBase, type Addresses } from '../start/addresses.js';

export const sharedFolder = '/kushk';
export const addresses: Addresses = addressesFrom(defaultPortBase);

/** `hub gateway` → `hub-gateway`: names of containers have no spaces. */
export function containerName(process: string): string {
  return process.replaceAll(' ', '-');
}

/** Where the environment of one process lies, secrets included. */
export function environmentFile(container: string): string {
  return join(sharedFolder, 'environment', `${container}.json`);
}
