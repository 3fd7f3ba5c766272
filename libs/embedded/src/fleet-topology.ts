/**
 * Who may hear and say what between the hub's NATS and those of the instances, as configuration of nats-server.
 *
 * The hub's server runs in operator mode: it has one account for the hub's own services and one per instance, to which
 * that instance's server is bound as a leaf node. The catalogue makes the accounts of instances when they are
 * registered (`libs/credentials/src/nats-accounts.ts`); nothing of them stands in a file. An instance's server has an
 * account for its services (`APP`, with JetStream in a domain of its own) and an empty one for the link (`LINK`).
 * Everything that crosses is named twice, on either side (`linkTraffic` of the contracts), and nothing else can: the
 * hub sees nothing of an organisation, and an instance nothing of the hub or of another instance.
 */
import { linkTraffic, type InstanceLink } from '@kushk/contracts';
import type { NatsOperator } from '@kushk/credentials/nats-operator';
import type { NatsTopology } from './nats.js';

const text = (value: string): string => JSON.stringify(value);
const only = (account: string): string => `accounts: [${text(account)}]`;
const credentialsFile = 'link.creds';

/** How accounts come to a server in operator mode; `folder` is where it keeps those that are made while it runs. */
export function operatorLines({ operator, systemAccount, accounts }: NatsOperator['server'], folder: string): string[] {
  return [
    `operator: ${operator}`,
    `system_account: ${systemAccount}`,
    `resolver: { type: full, dir: ${text(folder)}, allow_delete: true, interval: "2m" }`,
    // Only what a new server starts with: a newer one in the folder is kept.
    `resolver_preload: {`,
    ...Object.entries(accounts).map(([id, jwt]) => `  ${id}: ${jwt}`),
    '}',
  ];
}

/** The hub's side on this machine. Leaf nodes come in on `leafPort`. */
export function hubTopology({
  server,
  leafPort,
}: {
  readonly server: NatsOperator['server'];
  readonly leafPort: number;
}): NatsTopology {
  return {
    serverName: 'hub',
    domain: 'hub',
    login: null,
    lines: (folder) => [
      `leafnodes { listen: "127.0.0.1:${leafPort}", no_advertise: true }`,
      ...operatorLines(server, `${folder}/accounts`),
    ],
  };
}

/** An instance's side; `password` is that of the instance's own services. */
export function instanceTopology({
  id,
  link,
  password,
}: {
  readonly id: string;
  readonly link: InstanceLink;
  readonly password: string;
}): NatsTopology {
  return {
    serverName: id,
    domain: id,
    login: { user: id, password },
    files: { [credentialsFile]: link.credentials },
    lines: (folder) => instanceLines({ id, url: link.url, credentials: `${folder}/${credentialsFile}`, password }),
  };
}

/** The same as configuration; `credentials` is the path of the file. */
export function instanceLines({
  id,
  url,
  credentials,
  password,
}: {
  readonly id: string;
  readonly url: string;
  readonly credentials: string;
  readonly password: string;
}): string[] {
  const { releases, notifications, forwarded, usage } = linkTraffic(id);
  return [
    // A hub that answers again is found within a second; other addresses that it may tell of are none of ours.
    `leafnodes { reconnect: "1s", remotes: [{ urls: [${text(url)}], credentials: ${text(credentials)}, account: LINK, ignore_discovered_servers: true }] }`,
    'system_account: SYS',
    'accounts {',
    '  SYS { }',
    '  APP {',
    '    jetstream: enabled',
    `    users: [{ user: ${text(id)}, password: ${text(password)} }]`,
    `    exports: [{ service: ${text(usage)}, ${only('LINK')} }]`,
    '    imports: [',
    `      { service: { account: LINK, subject: ${text(releases.instance)} } }`,
    `      { stream: { account: LINK, subject: ${text(notifications)} } }`,
    ...forwarded.map(({ instance }) => `      { service: { account: LINK, subject: ${text(instance)} } }`),
    '    ]',
    '  }',
    '  LINK {',
    '    exports: [',
    `      { service: ${text(releases.instance)}, response_type: stream, ${only('APP')} }`,
    `      { stream: ${text(notifications)}, ${only('APP')} }`,
    ...forwarded.map(({ instance }) => `      { service: ${text(instance)}, ${only('APP')} }`),
    '    ]',
    `    imports: [{ service: { account: APP, subject: ${text(usage)} } }]`,
    '  }',
    '}',
  ];
}
