/**
 * The nats-server configuration that sets the permissions between the hub's NATS and those of the instances.
 *
 * The hub's server runs in operator mode. It has one account for the hub's services and one account per instance. The
 * server of an instance connects to that instance's account as a leaf node. The catalogue creates the account when it
 * registers the instance (`libs/credentials/src/nats-accounts.ts`), so the account is in no configuration file. The
 * server of an instance has an account for its services (`APP`, with its own JetStream domain and a user for each
 * service) and an empty account for the link (`LINK`). Both sides list all traffic over the link (`linkTraffic` of the
 * contracts library), and nothing else passes: the hub reads no data of an organisation, and an instance reads no data
 * of the hub or of another instance.
 */
import { linkTraffic, type InstanceLink } from '@kushk/contracts';
import type { NatsOperator } from '@kushk/credentials/nats-operator';
import type { NatsTopology } from './nats.js';
import { derivedPasswords, userList, type NatsPasswords } from './nats-users.js';

const text = (value: string): string => JSON.stringify(value);
const only = (account: string): string => `accounts: [${text(account)}]`;
const credentialsFile = 'link.creds';

/**
 * The configuration lines for a server in operator mode and its accounts. `folder` stores the accounts that are
 * created while the server runs.
 */
export function operatorLines({ operator, systemAccount, accounts }: NatsOperator['server'], folder: string): string[] {
  return [
    `operator: ${operator}`,
    `system_account: ${systemAccount}`,
    `resolver: { type: full, dir: ${text(folder)}, allow_delete: true, interval: "2m" }`,
    // The server stores these accounts only at its first start. They never replace an account in the folder, which
    // may be newer.
    `resolver_preload: {`,
    ...Object.entries(accounts).map(([id, jwt]) => `  ${id}: ${jwt}`),
    '}',
  ];
}

/** The NATS topology of the hub on this machine. Leaf nodes connect to `leafPort`. */
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

/** The NATS topology of an instance. `secret` is what the passwords of its services are derived from. */
export function instanceTopology({
  id,
  link,
  secret,
}: {
  readonly id: string;
  readonly link: InstanceLink;
  readonly secret: string;
}): NatsTopology {
  return {
    serverName: id,
    domain: id,
    login: null,
    files: { [credentialsFile]: link.credentials },
    lines: (folder) =>
      instanceLines({
        id,
        remote: { url: link.url, credentials: `${folder}/${credentialsFile}` },
        passwordOf: derivedPasswords(id, secret),
      }),
  };
}

/** The hub's NATS as an instance reaches it. */
interface LeafRemote {
  readonly url: string;
  /** Path of the credentials file of the link. */
  readonly credentials: string;
  /** Path of the authority of the hub's certificate; absent: a public one, or no TLS. */
  readonly authority?: string;
}

/** The NATS configuration of an instance. */
export function instanceLines({
  id,
  remote,
  passwordOf,
}: {
  readonly id: string;
  readonly remote: LeafRemote;
  readonly passwordOf: NatsPasswords;
}): string[] {
  const { releases, notifications, forwarded, queries, requests } = linkTraffic(id);
  const toHub = [...forwarded.map(({ instance }) => instance), ...requests];
  const authority = remote.authority === undefined ? '' : ` tls { ca_file: ${text(remote.authority)} },`;
  return [
    // Reconnects to the hub within a second. Ignores other addresses that the hub announces.
    `leafnodes { reconnect: "1s", remotes: [{ urls: [${text(remote.url)}], credentials: ${text(remote.credentials)},${authority} account: LINK, ignore_discovered_servers: true }] }`,
    'system_account: SYS',
    'accounts {',
    '  SYS { }',
    '  APP {',
    '    jetstream: enabled',
    `    users: ${userList(id, passwordOf)}`,
    `    exports: [{ service: ${text(queries)}, ${only('LINK')} }]`,
    '    imports: [',
    `      { service: { account: LINK, subject: ${text(releases.instance)} } }`,
    `      { stream: { account: LINK, subject: ${text(notifications)} } }`,
    ...toHub.map((subject) => `      { service: { account: LINK, subject: ${text(subject)} } }`),
    '    ]',
    '  }',
    '  LINK {',
    '    exports: [',
    `      { service: ${text(releases.instance)}, response_type: stream, ${only('APP')} }`,
    `      { stream: ${text(notifications)}, ${only('APP')} }`,
    ...toHub.map((subject) => `      { service: ${text(subject)}, ${only('APP')} }`),
    '    ]',
    `    imports: [{ service: { account: APP, subject: ${text(queries)} } }]`,
    '  }',
    '}',
  ];
}
