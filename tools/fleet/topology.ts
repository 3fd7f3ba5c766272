/**
 * Who may hear and say what between the hub's NATS and those of the instances, as configuration of nats-server.
 *
 * The hub has one account for its own services and one per instance, to which that instance's server is bound as a
 * leaf node. An instance's server has an account for its services (`APP`, with JetStream in a domain of its own) and an
 * empty one for the link (`LINK`). Everything that crosses is named twice, on either side, and nothing else can: the
 * hub sees nothing of an organisation, and an instance nothing of the hub or of another instance. What crosses:
 *
 * - the hub's stream of releases, read by sequence, and its bell;
 * - what the instance says of releases, into the hub's stream for that instance, under that instance's name only;
 * - the hub's question about usage, which the instance's gateway answers.
 */
import { factsForTheHub, instanceGateway } from '@kushk/contracts';
import type { NatsTopology } from '@kushk/embedded';

export interface InstanceLink {
  /** Id of the instance; also its user on the hub's link. */
  readonly id: string;
  /** Of the link. */
  readonly password: string;
}

/** Prefix under which an instance's services find the hub's JetStream (`KUSHK_HUB_JETSTREAM`). */
export const hubJetStream = 'hub.jetstream';
const readReleases = 'DIRECT.GET.RELEASES';
const bell = 'hub.released.>';
const told = (id: string): string[] => factsForTheHub.map((fact) => `${id}.${fact.subject}.>`);
const usage = (id: string): string => `${id}.${instanceGateway.monthlyUsage.subject}`;
const text = (value: string): string => JSON.stringify(value);
const only = (account: string): string => `accounts: [${text(account)}]`;

/** The hub's side, with a place for each of these instances. Leaf nodes come in on `leafPort`. */
export function hubTopology(hub: { readonly password: string; readonly leafPort: number; readonly instances: readonly InstanceLink[] }): NatsTopology {
  const { password, leafPort, instances } = hub;
  const everybody = `accounts: [${instances.map(({ id }) => text(id)).join(', ')}]`;
  return {
    serverName: 'hub',
    domain: 'hub',
    user: 'hub',
    password,
    lines: [
      `leafnodes { listen: "127.0.0.1:${leafPort}", no_advertise: true }`,
      'system_account: SYS',
      'accounts {',
      '  SYS { }',
      '  HUB {',
      '    jetstream: enabled',
      `    users: [{ user: hub, password: ${text(password)} }]`,
      '    exports: [',
      ...(instances.length > 0 ? [`      { service: "$JS.API.${readReleases}", response_type: stream, ${everybody} }`, `      { stream: ${text(bell)}, ${everybody} }`] : []),
      ...instances.flatMap(({ id }) => told(id).map((subject) => `      { service: ${text(subject)}, ${only(id)} }`)),
      '    ]',
      '    imports: [',
      ...instances.map(({ id }) => `      { service: { account: ${text(id)}, subject: ${text(usage(id))} } }`),
      '    ]',
      '  }',
      ...instances.flatMap(accountOf),
      '}',
    ],
  };
}

function accountOf({ id, password }: InstanceLink): string[] {
  return [
    `  ${text(id)} {`,
    `    users: [{ user: ${text(id)}, password: ${text(password)}, allowed_connection_types: [LEAFNODE] }]`,
    `    exports: [{ service: ${text(usage(id))}, ${only('HUB')} }]`,
    '    imports: [',
    `      { service: { account: HUB, subject: "$JS.API.${readReleases}" }, to: "${hubJetStream}.${readReleases}" }`,
    `      { stream: { account: HUB, subject: ${text(bell)} } }`,
    ...told(id).map((subject) => `      { service: { account: HUB, subject: ${text(subject)} }, to: ${text(`hub.told.${subject}`)} }`),
    '    ]',
    '  }',
  ];
}

/** An instance's side; `hubLeaf` is host and port of the hub's `leafPort`, `password` that of the instance's own services. */
export function instanceTopology(instance: { readonly link: InstanceLink; readonly password: string; readonly hubLeaf: string }): NatsTopology {
  const { link: { id, password: linkPassword }, password, hubLeaf } = instance;
  const remote = `nats-leaf://${encodeURIComponent(id)}:${encodeURIComponent(linkPassword)}@${hubLeaf}`;
  return {
    serverName: id,
    domain: id,
    user: id,
    password,
    lines: [
      // A hub that answers again is found within a second; other addresses that it may tell of are none of ours.
      `leafnodes { reconnect: 1, remotes: [{ urls: [${text(remote)}], account: LINK, ignore_discovered_servers: true }] }`,
      'system_account: SYS',
      'accounts {',
      '  SYS { }',
      '  APP {',
      '    jetstream: enabled',
      `    users: [{ user: ${text(id)}, password: ${text(password)} }]`,
      `    exports: [{ service: ${text(usage(id))}, ${only('LINK')} }]`,
      '    imports: [',
      `      { service: { account: LINK, subject: "${hubJetStream}.${readReleases}" } }`,
      `      { stream: { account: LINK, subject: ${text(bell)} } }`,
      ...told(id).map((subject) => `      { service: { account: LINK, subject: ${text(`hub.told.${subject}`)} } }`),
      '    ]',
      '  }',
      '  LINK {',
      '    exports: [',
      `      { service: "${hubJetStream}.${readReleases}", response_type: stream, ${only('APP')} }`,
      `      { stream: ${text(bell)}, ${only('APP')} }`,
      ...told(id).map((subject) => `      { service: ${text(`hub.told.${subject}`)}, ${only('APP')} }`),
      '    ]',
      `    imports: [{ service: { account: APP, subject: ${text(usage(id))} } }]`,
      '  }',
      '}',
    ],
  };
}
