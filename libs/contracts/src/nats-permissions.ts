/**
 * The NATS user of each service and the subjects that it may use (docs/adr/0020-nats-user-per-service.md). Every
 * configuration of a NATS server is generated from this table: the embedded server of `npm start`, a fleet, Docker
 * Compose, and the files of `npm run nats-operator`.
 */
import {
  factsForHub,
  forwardedSubject,
  linkedJetStream,
  releasesNotificationSubject,
  releasesStream,
} from './fleet.js';
import { instanceGateway } from './gateway.js';
import { livesOnHub, type HubService, type InstanceService, type ServiceName } from './messages.js';
import {
  allFactsOf,
  consumerName,
  consumerSlots,
  factStreamName,
  parkedStreamName,
  parkedSubject,
  waitingStreamName,
} from './nats-names.js';

export const hubUsers: readonly HubService[] = ['catalogue', 'review', 'hub_gateway'];
export const instanceUsers: readonly InstanceService[] = [
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
  'instance_gateway',
];

/** A reaction of a service to the facts of another one. `fleet`: to the facts of every instance. */
interface ServiceReaction {
  readonly publisher: ServiceName;
  readonly reaction: string;
  readonly from?: 'fleet';
}

/** Name of the reaction that forwards the facts of an instance to the hub. */
export const forwardingReaction = 'to-the-hub';

/**
 * Every reaction of every service. A service may only create and read the consumers of its own reactions, so a
 * reaction that is missing here receives nothing. `npm run generate` compares the table with the handlers.
 */
export const reactionsOf: Readonly<Record<ServiceName, readonly ServiceReaction[]>> = {
  catalogue: [
    { publisher: 'review', reaction: 'on-review' },
    { publisher: 'installation', reaction: 'on-instance-report', from: 'fleet' },
  ],
  review: [{ publisher: 'catalogue', reaction: 'on-release' }],
  hub_gateway: [],
  installation: [
    { publisher: 'catalogue', reaction: 'on-release-status-changed' },
    { publisher: 'wallet', reaction: 'on-wallet-opened' },
    { publisher: 'workspace', reaction: 'on-installation-ready' },
    { publisher: 'delivery', reaction: 'on-lifecycle-changed' },
    { publisher: 'containers', reaction: 'on-container-listening' },
    { publisher: 'installation', reaction: forwardingReaction },
  ],
  wallet: [{ publisher: 'installation', reaction: 'on-installation-changed' }],
  workspace: [{ publisher: 'installation', reaction: 'on-installation-changed' }],
  delivery: [
    { publisher: 'installation', reaction: 'on-installation-changed' },
    { publisher: 'wallet', reaction: 'on-balance-low' },
    { publisher: 'wallet', reaction: 'on-hold-expired' },
    { publisher: 'workspace', reaction: 'on-proposal-settled' },
    { publisher: 'workspace', reaction: 'on-source-reviewed' },
    { publisher: 'containers', reaction: 'on-container-changed' },
  ],
  containers: [
    { publisher: 'installation', reaction: 'on-installation-changed' },
    { publisher: 'delivery', reaction: 'on-lifecycle-changed' },
  ],
  instance_gateway: [],
};

/** The subjects of a NATS user. Replies to requests that it receives need no permission (`allow_responses`). */
export interface NatsPermissions {
  readonly publish: readonly string[];
  /** Exceptions from `publish`. */
  readonly denyPublish: readonly string[];
  readonly subscribe: readonly string[];
}

/** Who the permissions are for. */
export interface NatsUser {
  readonly service: ServiceName;
  /** `hub` or the id of an instance. */
  readonly scope: string;
  /**
   * The instances whose facts a service of the hub reads on the same NATS server; `*` when the hub has a server of its
   * own, on which instances are registered at any time.
   */
  readonly instances: readonly string[] | '*';
}

/** The name of a service's NATS user, which is also the name of its connection: `i1.wallet`. */
export function natsUserName({ scope, service }: Pick<NatsUser, 'scope' | 'service'>): string {
  return `${scope}.${service}`;
}

/** The prefix of a user's inboxes. A user may subscribe to no other inbox, so it receives no reply to another user. */
export function inboxPrefix(userName: string): string {
  return `_INBOX.${userName}`;
}

/** The services of a scope, each of which has a NATS user. */
export function servicesIn(scope: string): readonly ServiceName[] {
  return scope === 'hub' ? hubUsers : instanceUsers;
}

/** The permissions of a service's NATS user: exactly what its requests, facts, reactions and replies need. */
export function natsPermissions(user: NatsUser): NatsPermissions {
  const { service, scope } = user;
  const isGateway = service === 'hub_gateway' || service === 'instance_gateway';
  return {
    publish: [jetStreamApi('INFO'), ...(isGateway ? gatewaySubjects(user) : serviceSubjects(user))],
    denyPublish: service === 'catalogue' && user.instances === '*' ? othersOnHub() : [],
    subscribe: [
      `${inboxPrefix(natsUserName(user))}.>`,
      `${scope}.cmd.${service}.>`,
      `${scope}.qry.${service}.>`,
      ...(isGateway ? [`${scope}.ctl.>`] : []),
      ...(service === 'installation' ? [`${releasesNotificationSubject}.>`] : []),
    ],
  };
}

/** Only gateways send requests, so a service can trust the actor in a request. */
function gatewaySubjects({ service, scope }: NatsUser): string[] {
  const own = [`${scope}.cmd.>`, `${scope}.qry.>`];
  return service === 'hub_gateway'
    ? [...own, ...Object.values(instanceGateway).map(({ subject }) => `*.${subject}`)]
    : [...own, `${scope}.ctl.${service}.>`];
}

function serviceSubjects(user: NatsUser): string[] {
  const { service, scope } = user;
  const facts = factStreamName(scope, service);
  const parked = parkedStreamName(scope, service);
  const waiting = waitingStreamName(scope, service);
  return [
    allFactsOf(scope, service),
    parkedSubject({ scope, service, reaction: '*' }),
    `${scope}.ctl.${service}.>`,
    ...ownedStream(facts),
    jetStreamApi('STREAM.MSG.GET', facts),
    ...ownedStream(parked),
    jetStreamApi('STREAM.MSG.DELETE', parked),
    `${scope}.waiting.${service}.>`,
    ...ownedStream(waiting),
    jetStreamApi('STREAM.MSG.DELETE', waiting),
    ...(service === 'catalogue' ? ownedStream(releasesStream) : []),
    ...reactionsOf[service].flatMap((reaction) => reactionSubjects(user, reaction)),
  ];
}

function reactionSubjects(user: NatsUser, { publisher, reaction, from }: ServiceReaction): string[] {
  const { service, scope } = user;
  if (from === 'fleet') {
    const instances = user.instances === '*' ? ['*'] : user.instances;
    return instances.flatMap((streamScope) => {
      const stream = streamScope === '*' ? '*' : factStreamName(streamScope, publisher);
      return [...ownedStream(stream), ...consumerSubjects(stream, { service, scope, reaction, streamScope })];
    });
  }
  if (livesOnHub(publisher) && scope !== 'hub')
    return [jetStreamApi('DIRECT.GET', releasesStream), `${linkedJetStream}.DIRECT.GET.${releasesStream}`];
  const forwarded =
    reaction === forwardingReaction
      ? factsForHub.map(({ subject }) => forwardedSubject(`${scope}.${subject}.>`))
      : [jetStreamApi('DIRECT.GET', factStreamName(scope, publisher))];
  const stream = factStreamName(scope, publisher);
  return [...forwarded, ...consumerSubjects(stream, { service, scope, reaction, streamScope: scope })];
}

/** Creating, reading and acknowledging the consumers of one reaction, and no others. */
function consumerSubjects(stream: string, reaction: Parameters<typeof consumerName>[0]): string[] {
  return consumerSlots
    .map((slot) => `${consumerName(reaction)}_${slot}`)
    .flatMap((name) => [
      ...['DURABLE.CREATE', 'INFO', 'MSG.NEXT', 'UNPIN', 'RESET', 'DELETE'].map((verb) =>
        jetStreamApi(`CONSUMER.${verb}`, stream, name),
      ),
      `$JS.ACK.${stream}.${name}.>`,
      // The form with domain and account, which later servers use.
      `$JS.ACK.*.*.${stream}.${name}.>`,
    ]);
}

/** Creating, configuring and reading a stream. */
function ownedStream(stream: string): string[] {
  return ['STREAM.INFO', 'STREAM.CREATE', 'STREAM.UPDATE', 'DIRECT.GET'].flatMap((verb) =>
    verb === 'DIRECT.GET'
      ? [jetStreamApi(verb, stream), jetStreamApi(verb, stream, '>')]
      : [jetStreamApi(verb, stream)],
  );
}

/**
 * The streams of instances have names that are not known beforehand, so the catalogue may use every stream of the hub
 * except those of the other services.
 */
function othersOnHub(): string[] {
  return hubUsers
    .filter((service) => service !== 'catalogue')
    .flatMap((service) => [
      factStreamName('hub', service),
      parkedStreamName('hub', service),
      waitingStreamName('hub', service),
    ])
    .flatMap((stream) =>
      ['STREAM.CREATE', 'STREAM.UPDATE', 'STREAM.MSG.GET'].map((verb) => jetStreamApi(verb, stream)),
    );
}

function jetStreamApi(verb: string, ...tokens: readonly string[]): string {
  return ['$JS.API', verb, ...tokens].join('.');
}
