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

/** The file that contains the environment of one process, including secrets. */
export function environmentFile(container: string): string {
  return join(sharedFolder, 'environment', `${container}.json`);
}

/** The configuration of the NATS container, including the passwords of the services. */
export const natsConfigFile = join(sharedFolder, 'nats', 'nats.conf');
