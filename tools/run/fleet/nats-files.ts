/** The configuration files of the hub's and the instances' NATS servers. `npm run nats-operator` writes them. */
import { hubRoles, instanceRoles, linkTraffic } from '@kushk/contracts';
import { newNatsOperator } from '@kushk/credentials/nats-operator';
import { instanceLines, natsUrlOf, operatorLines, pingLines } from '@kushk/embedded';

/** The content of the files, by file name. */
export type Files = Readonly<Record<string, string>>;

export interface HubNats {
  /**
   * The address of the hub's NATS server for leaf nodes: `tls://nats.hub.example:7422`, or `nats-leaf://…` without
   * TLS.
   */
  readonly leafUrl: string;
  /** The data folder of the NATS server, for example `/data`. */
  readonly dataDir: string;
}
export interface InstanceNats extends HubNats {
  readonly id: string;
  /** What the NATS passwords of the instance's services are derived from. */
  readonly secret: string;
}

const text = (value: string): string => JSON.stringify(value);
const clientPort = 4222;
const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** All servers accept payloads of up to 8 MB, sync acknowledged writes to disk within 100 ms and ping their clients. */
function serverLines(name: string, dataDir: string): string[] {
  return [
    `server_name: ${text(name)}`,
    `listen: "0.0.0.0:${clientPort}"`,
    'max_payload: 8MB',
    ...pingLines,
    `jetstream { store_dir: ${text(`${dataDir}/jetstream`)}, sync_interval: "100ms", domain: ${text(name)} }`,
  ];
}

/**
 * Creates a NATS operator and the configuration of the hub's NATS server. `catalogue.json` is the value of
 * `KUSHK_NATS_OPERATOR`, and `catalogue.creds`, `review.creds` and `hub-gateway.creds` are the values of
 * `KUSHK_NATS_CREDENTIALS`; `streams.creds` is for `kushk-deploy streams create` only. Keep `safe.json` offline, never
 * on a server.
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
    ...Object.fromEntries(hubRoles.map((role) => [`${role.replace('_', '-')}.creds`, operator.hubCredentials[role]])),
    'catalogue.json': json({ ...operator.catalogue, leaf_url: leafUrl }),
    'safe.json': json(operator.safe),
  };
}

/**
 * Returns the configuration of an instance's NATS server. The file `link.creds` next to it must contain the
 * credentials from the instance's registration.
 */
export function instanceFiles({ id, leafUrl, dataDir, secret }: InstanceNats): Files {
  const lines = [
    ...serverLines(id, dataDir),
    ...instanceLines({ id, url: leafUrl, credentials: '/etc/nats/link.creds', secret }),
  ];
  return {
    [`nats-${id}.conf`]: `${lines.join('\n')}\n`,
    'nats-secret.txt': `${secret}\n`,
    'nats-urls.json': json(
      Object.fromEntries(
        instanceRoles.map((role) => [
          role.replace('_', '-'),
          natsUrlOf(`nats://HOST:${clientPort}`, { scope: id, role, secret }),
        ]),
      ),
    ),
  };
}
