/** The files by which a real hub and the instances of others run their NATS: what `npm run nats-operator` writes. */
import { linkTraffic } from '@kushk/contracts';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { instanceLines, operatorLines } from '@kushk/embedded';

/** Text by name. */
export type Files = Readonly<Record<string, string>>;

export interface HubPlace {
  /** Where the servers of instances link to, as these see it: `tls://nats.hub.example:7422`; `nats-leaf://…` is without TLS. */
  readonly leafUrl: string;
  /** Where the server keeps its data: `/data`. */
  readonly dataDir: string;
}
export interface InstancePlace extends HubPlace {
  readonly id: string;
  /** Of the instance's own services. */
  readonly password: string;
}

const text = (value: string): string => JSON.stringify(value);
const clientPort = 4222;
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** What every server of ours needs: payloads of 8 MB (contract §3), and writes that are on the disk soon after they are acknowledged. */
function serverLines(name: string, dataDir: string): string[] {
  return [
    `server_name: ${text(name)}`,
    `listen: "0.0.0.0:${clientPort}"`,
    'max_payload: 8MB',
    `jetstream { store_dir: ${text(`${dataDir}/jetstream`)}, sync_interval: "100ms", domain: ${text(name)} }`,
  ];
}

/** A new operator and the hub's NATS under it. `catalogue.json` is `KUSHK_NATS_OPERATOR`, `hub.creds` `KUSHK_NATS_CREDENTIALS`; `safe.json` belongs in a safe and on no server. */
export async function hubFiles({ leafUrl, dataDir }: HubPlace): Promise<Files> {
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

/** The NATS of an instance; the credentials that registering it gave go beside it, into `link.creds`. */
export function instanceFiles({ id, leafUrl, dataDir, password }: InstancePlace): Files {
  const lines = [
    ...serverLines(id, dataDir),
    ...instanceLines({ id, url: leafUrl, credentials: '/etc/nats/link.creds', password }),
  ];
  return {
    [`nats-${id}.conf`]: `${lines.join('\n')}\n`,
    'nats-url.txt': `nats://${id}:${encodeURIComponent(password)}@HOST:${clientPort}\n`,
  };
}
