/** What the parts of a fleet know alone: made once, kept beside their data, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkTraffic } from '@kushk/contracts';
import { newNatsOperator, type NatsOperator } from '@kushk/credentials/nats-operator';
import { writePrivately } from '../start/private-file.js';
import { loadSecrets, type Secrets } from '../start/secrets.js';

export interface FleetSecrets {
  /** Of the hub's NATS. */
  readonly operator: NatsOperator;
  readonly hub: Secrets;
  /** An instance keeps everything for itself but where it trusts the hub: its keys and its sign-in. */
  readonly instances: ReadonlyMap<string, Secrets>;
  /** By instance: of its services on its own NATS. */
  readonly natsPasswords: ReadonlyMap<string, string>;
}

/** Reads the secrets of the hub and of these instances, and makes what is missing. `folderOf` is where an instance's data lie. */
export async function loadFleetSecrets(
  dataDir: string,
  ids: readonly string[],
  folderOf: (id: string) => string,
): Promise<FleetSecrets> {
  const hub = loadSecrets(join(dataDir, 'secrets.json'));
  const instances = new Map<string, Secrets>();
  const natsPasswords = new Map<string, string>();
  for (const id of ids) {
    mkdirSync(folderOf(id), { recursive: true, mode: 0o711 });
    const own = loadSecrets(join(folderOf(id), 'secrets.json'));
    instances.set(id, {
      ...own,
      signIn: hub.signIn,
      signingKeys: { ...hub.signingKeys, installation: own.signingKeys.installation },
    });
    natsPasswords.set(
      id,
      (await kept(join(folderOf(id), 'nats.json'), () => ({ password: randomBytes(18).toString('base64url') })))
        .password,
    );
  }
  return {
    operator: await kept(join(dataDir, 'nats-operator.json'), () => newNatsOperator('fleet', linkTraffic('*'))),
    hub,
    instances,
    natsPasswords,
  };
}

/** The content of a file, or of a new one. */
export async function kept<Content>(path: string, make: () => Content | Promise<Content>): Promise<Content> {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Content;
  const content = await make();
  writePrivately(path, content);
  return content;
}
