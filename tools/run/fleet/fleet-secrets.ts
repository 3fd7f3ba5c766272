/** The secrets of a fleet. They are created once and stored next to the fleet's data, readable only by their owner. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkTraffic } from '@kushk/contracts';
import { newNatsOperator, type NatsOperator } from '@kushk/credentials/nats-operator';
import { writePrivateFile } from '../start/private-file.js';
import { loadSecrets, type Secrets } from '../start/secrets.js';

export interface FleetSecrets {
  /** The NATS operator of the hub's NATS servers. */
  readonly operator: NatsOperator;
  readonly hub: Secrets;
  /**
   * The secrets of each instance, by instance id. Only the hub's keys and the sign-in provider, which every instance
   * trusts, are shared.
   */
  readonly instances: ReadonlyMap<string, Secrets>;
}

/**
 * Reads the secrets of the hub and of these instances, and creates missing ones. `folderOf` returns the data folder
 * of an instance.
 */
export async function loadFleetSecrets(
  dataDir: string,
  ids: readonly string[],
  folderOf: (id: string) => string,
): Promise<FleetSecrets> {
  const hub = loadSecrets(join(dataDir, 'secrets.json'));
  const instances = new Map<string, Secrets>();
  for (const id of ids) {
    mkdirSync(folderOf(id), { recursive: true, mode: 0o711 });
    const own = loadSecrets(join(folderOf(id), 'secrets.json'));
    instances.set(id, {
      ...own,
      signIn: hub.signIn,
      signingKeys: { ...hub.signingKeys, installation: own.signingKeys.installation },
    });
  }
  return {
    operator: await readOrCreate(join(dataDir, 'nats-operator.json'), () => newNatsOperator('fleet', linkTraffic('*'))),
    hub,
    instances,
  };
}

/** Returns the content of a file. Creates the file if it does not exist. */
export async function readOrCreate<Content>(path: string, create: () => Content | Promise<Content>): Promise<Content> {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Content;
  const content = await create();
  writePrivateFile(path, content);
  return content;
}
