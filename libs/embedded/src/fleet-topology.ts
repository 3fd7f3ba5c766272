/**
 * Permissions between the hub's NATS and those of the instances, as configuration of nats-server.
 *
 * The hub's server runs in operator mode. It has one account for the hub's services and one per instance, to which the
 * server of that instance is bound as a leaf node. The catalogue creates the account of an instance when it is
 * registered (`libs/credentials/src/nats-accounts.ts`); it is in no file. The server of an instance has an account for
 * its services (`APP`, with JetStream in a domain of its own) and an empty one for the link (`LINK`). All traffic over
 * the link is listed on both sides (`linkTraffic` of the contracts), and nothing else passes: the hub reads nothing of
 * an organisation, and an instance reads nothing of the hub or of another instance.
 */
import { linkTraffic, type InstanceLink } from '@kushk/contracts';
import type { NatsOperator } from '@kushk/credentials/nats-operator';
import type { NatsTopology } from './nats.js';

const text = (value: string): string => JSON.stringify(value);
const only = (account: string): string => `accounts: [${text(account)}]`;
const credentialsFile = 'link.creds';

/** Accounts of a server in operator mode; `folder` stores those that are created while it runs. */
export function operatorLines({ operator, systemAccount, accounts }: NatsOperator['server'], folder: string): string[] {
  return [
    `operator: ${operator}`,
    `system_account: ${systemAccount}`,
    `resolver: { type: full, dir: ${text(folder)}, allow_delete: true, interval: "2m" }`,
    // For the first start of the server: an existing account in the folder is not replaced by an older one.
    `resolver_preload: {`,
    ...Object.entries(accounts).map(([id, jwt]) => `  ${id}: ${jwt}`),
    '}',
  ];
}

/** The hub on this machine. Leaf nodes connect to `leafPort`. */
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

/** An instance. `password` is the password of its services. */
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

/** The configuration of an instance; `credentials` is the path of the file. */
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
    // Reconnects to the hub within a second and ignores other addresses that the hub announces.
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
