/**
 * The containers of docker-compose.yml share one folder and one network namespace, so that their addresses are the
 * same as those of `npm start`.
 */
import { join } from 'node:path';
import { addressesFrom, defaultPortBase, type Addresses } from '../start/addresses.js';

export const sharedFolder = '/kushk';
export const addresses: Addresses = addressesFrom(defaultPortBase);

/** Returns a container name without spaces: `hub gateway` → `hub-gateway`. */
export function containerName(process: string): string {
  return process.replaceAll(' ', '-');
}

/** The environment of one process, including secrets, in a folder that only its container has. */
export function environmentFile(container: string): string {
  return join(sharedFolder, 'environment', container, 'environment.json');
}

/** What processes write: the contents of the workspace and the state of the sample plugin. */
export const dataFolders = ['contents', 'sample-plugin'].map((name) => join(sharedFolder, name));

/** The configuration of the NATS container, including the passwords of the services. */
export const natsConfigFile = join(sharedFolder, 'nats', 'nats.conf');
