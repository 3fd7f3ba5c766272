/** What the parts of a fleet know alone: made once, kept beside their data, readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivately } from '../start/private-file.js';
import { loadSecrets, type Secrets } from '../start/secrets.js';

interface NatsPasswords {
  readonly hub: string;
  /** By instance: of its services on its own server, and of its link to the hub. */
  readonly instances: Readonly<Record<string, { readonly own: string; readonly link: string }>>;
}
export interface FleetSecrets {
  readonly nats: NatsPasswords;
  readonly hub: Secrets;
  /** An instance keeps everything for itself but where it trusts the hub: its keys and its sign-in. */
  readonly instances: ReadonlyMap<string, Secrets>;
}

const random = (): string => randomBytes(18).toString('base64url');

/** Reads the secrets of the hub and of these instances, and makes what is missing. `folderOf` is where an instance's data lie. */
export function loadFleetSecrets(dataDir: string, ids: readonly string[], folderOf: (id: string) => string): FleetSecrets {
  const hub = loadSecrets(join(dataDir, 'secrets.json'));
  const instances = new Map<string, Secrets>();
  for (const id of ids) {
    mkdirSync(folderOf(id), { recursive: true, mode: 0o711 });
    const own = loadSecrets(join(folderOf(id), 'secrets.json'));
    instances.set(id, { ...own, signIn: hub.signIn, signingKeys: { ...hub.signingKeys, installation: own.signingKeys.installation } });
  }
  return { nats: natsPasswords(join(dataDir, 'nats-passwords.json'), ids), hub, instances };
}

function natsPasswords(path: string, ids: readonly string[]): NatsPasswords {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as NatsPasswords) : { hub: random(), instances: {} };
  const added = ids.filter((id) => !(id in known.instances)).map((id) => [id, { own: random(), link: random() }]);
  const all = { ...known, instances: { ...known.instances, ...(Object.fromEntries(added) as NatsPasswords['instances']) } };
  writePrivately(path, all);
  return all;
}
