/** The configuration files of the NATS servers of a hub and of its instances, which `npm run nats-operator` writes. */
import { linkTraffic } from '@kushk/contracts';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { instanceLines, operatorLines } from '@kushk/embedded';

/** Content by file name. */
export type Files = Readonly<Record<string, string>>;

export interface HubNats {
  /** The hub's address for leaf nodes: `tls://nats.hub.example:7422`, or `nats-leaf://…` without TLS. */
  readonly leafUrl: string;
  /** The data folder of the server: `/data`. */
  readonly dataDir: string;
}
export interface InstanceNats extends HubNats {
  readonly id: string;
  /** The password of the instance's services. */
  readonly password: string;
}

const text = (value: string): string => JSON.stringify(value);
const clientPort = 4222;
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Every server accepts payloads of 8 MB, and syncs acknowledged writes to disk within 100 ms. */
function serverLines(name: string, dataDir: string): string[] {
  return [
    `server_name: ${text(name)}`,
    `listen: "0.0.0.0:${clientPort}"`,
    'max_payload: 8MB',
    `jetstream { store_dir: ${text(`${dataDir}/jetstream`)}, sync_interval: "100ms", domain: ${text(name)} }`,
  ];
}

/**
 * A new operator and the configuration of the hub's NATS. `catalogue.json` is `KUSHK_NATS_OPERATOR`, `hub.creds` is
 * `KUSHK_NATS_CREDENTIALS`; `safe.json` belongs in a safe and on no server.
 */
export async function hubFiles({ leafUrl, dataDir }: HubNats): Promise<Files> {
  const operator = await newNatsOperator('kushk', linkTraffic('*'));
  const { protocol, port } = new URL(leafUrl);
  const tls =
    protocol === 'tls:' || protocol === 'wss:'
      ? ['  tls { cert_file: "/etc/nats/tls/tls.crt", key_file: "/etc/nats/tls/tls.key" }']
      : [];
  const lines = [
    ...serverLines('hub', dataDir),
    'leafnodes {',
    `  listen: "0.0.0.0:${port}"`,
    '  no_advertise: true',
    ...tls,
    '}',
    ...operatorLines(operator.server, `${dataDir}/accounts`),
  ];
  return {
    'nats-hub.conf': `${lines.join('\n')}\n`,
    'hub.creds': operator.hubCredentials,
    'catalogue.json': json({ ...operator.catalogue, leaf_url: leafUrl }),
    'safe.json': json(operator.safe),
  };
}

/** The configuration of an instance's NATS. `link.creds` next to it contains the credentials from its registration. */
export function instanceFiles({ id, leafUrl, dataDir, password }: InstanceNats): Files {
  const lines = [
    ...serverLines(id, dataDir),
    ...instanceLines({ id, url: leafUrl, credentials: '/etc/nats/link.creds', password }),
  ];
  return {
    [`nats-${id}.conf`]: `${lines.join('\n')}\n`,
    'nats-url.txt': `nats://${id}:${encodeURIComponent(password)}@HOST:${clientPort}\n`,
  };
}
