/**
 * The NATS user of each service and the subjects that it may use (docs/adr/0020-nats-user-per-service.md). Every
 * configuration of a NATS server is generated from this table: the embedded server of `npm start`, a fleet, Docker
 * Compose, and the files of `kushk-deploy init`.
 */
import { controlMessages } from './control.js';
import {
  factsForHub,
  forwardedSubject,
  linkedJetStream,
  releasesNotificationSubject,
  releasesStream,
  reportsStream,
} from './fleet.js';
import { hubGateway, instanceGateway } from './gateway.js';
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

/**
 * Creates and configures the JetStream streams (`createStreams` of the broker library). A stream's configuration
 * decides what is stored in it and published from it, whoever sent it, so no service has this user.
 */
export const streamsUser = 'streams';
/** Who has a NATS user: each service, and what creates the streams. */
export type NatsRole = ServiceName | typeof streamsUser;
export type HubNatsRole = HubService | typeof streamsUser;

export const hubRoles: readonly HubNatsRole[] = ['catalogue', 'review', 'hub_gateway', streamsUser];
export const instanceRoles: readonly (InstanceService | typeof streamsUser)[] = [
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
  'instance_gateway',
  streamsUser,
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
    { publisher: 'catalogue', reaction: 'on-release-suspended' },
    { publisher: 'wallet', reaction: 'on-wallet-opened' },
    { publisher: 'workspace', reaction: 'on-installation-ready' },
    { publisher: 'delivery', reaction: 'on-lifecycle-changed' },
    { publisher: 'containers', reaction: 'on-container-listening' },
    { publisher: 'installation', reaction: forwardingReaction },
  ],
  wallet: [{ publisher: 'installation', reaction: 'on-installation-changed' }],
  workspace: [
    { publisher: 'installation', reaction: 'on-installation-changed' },
    { publisher: 'wallet', reaction: 'on-wallet-changed' },
    { publisher: 'delivery', reaction: 'on-lifecycle-changed' },
  ],
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
  readonly subscribe: readonly string[];
}

/** Who the permissions are for. */
export interface NatsUser {
  readonly role: NatsRole;
  /** `hub` or the id of an instance. */
  readonly scope: string;
}
type ServiceUser = NatsUser & { readonly role: ServiceName };

/** The name of a NATS user, which is also the name of its connection: `i1.wallet`. */
export function natsUserName({ scope, role }: NatsUser): string {
  return `${scope}.${role}`;
}

/** The prefix of a user's inboxes. A user may subscribe to no other inbox, so it receives no reply to another user. */
export function inboxPrefix(userName: string): string {
  return `_INBOX.${userName}`;
}

/** The NATS users of a scope. */
export function rolesIn(scope: string): readonly NatsRole[] {
  return scope === 'hub' ? hubRoles : instanceRoles;
}

/** The services of a scope that publish facts. */
export function publishersIn(scope: string): readonly ServiceName[] {
  return rolesIn(scope).filter((role): role is ServiceName => role !== streamsUser && !isGateway(role));
}

/** They read whether the account has JetStream, and the permissions of the user (`kushk-deploy check`). */
const ofEveryUser: readonly string[] = [jetStreamApi('INFO'), '$SYS.REQ.USER.INFO'];

/** The permissions of a NATS user: exactly what its requests, facts, reactions and replies need. */
export function natsPermissions({ role, scope }: NatsUser): NatsPermissions {
  const inbox = `${inboxPrefix(natsUserName({ role, scope }))}.>`;
  if (role === streamsUser) return { publish: [...ofEveryUser, ...streamAdministration(scope)], subscribe: [inbox] };
  const user = { role, scope };
  return {
    publish: [...ofEveryUser, ...(isGateway(role) ? gatewaySubjects(user) : serviceSubjects(user))],
    subscribe: [
      inbox,
      `${scope}.cmd.${role}.>`,
      `${scope}.qry.${role}.>`,
      ...(isGateway(role) ? [`${scope}.ctl.>`] : []),
      ...(role === 'delivery' ? [`${scope}.${controlMessages.outageSimulated.subject}`] : []),
      ...(role === 'installation' ? [`${releasesNotificationSubject}.>`] : []),
    ],
  };
}

function isGateway(role: NatsRole): boolean {
  return role === 'hub_gateway' || role === 'instance_gateway';
}

/** The names of the streams that a service uses as their owner. */
export function ownStreams(scope: string, service: ServiceName): string[] {
  return [
    factStreamName(scope, service),
    parkedStreamName(scope, service),
    waitingStreamName(scope, service),
    ...(service === 'catalogue' ? [releasesStream, reportsStream] : []),
  ];
}

function streamAdministration(scope: string): string[] {
  const services = publishersIn(scope);
  const refilled = [
    ...services.map((service) => factStreamName(scope, service)),
    ...(scope === 'hub' ? [releasesStream] : []),
  ];
  return [
    ...services
      .flatMap((service) => ownStreams(scope, service))
      .flatMap((stream) => ['INFO', 'CREATE', 'UPDATE'].map((verb) => jetStreamApi(`STREAM.${verb}`, stream))),
    // The facts of these streams are in the logs, so they may be deleted.
    ...refilled.map((stream) => jetStreamApi('STREAM.PURGE', stream)),
  ];
}

/** Only gateways send requests, so a service can trust the actor in a request. */
function gatewaySubjects({ role, scope }: ServiceUser): string[] {
  const own = [`${scope}.cmd.>`, `${scope}.qry.>`];
  return role === 'hub_gateway'
    ? [...own, ...Object.values(instanceGateway).map(({ subject }) => `*.${subject}`)]
    : [...own, `${scope}.ctl.${role}.>`, ...Object.values(hubGateway).map(({ subject }) => `hub.${subject}`)];
}

function serviceSubjects({ role, scope }: ServiceUser): string[] {
  return [
    allFactsOf(scope, role),
    parkedSubject({ scope, service: role, reaction: '*' }),
    `${scope}.waiting.${role}.>`,
    `${scope}.ctl.${role}.>`,
    ...ownStreams(scope, role).flatMap((stream) => [
      jetStreamApi('STREAM.INFO', stream),
      jetStreamApi('STREAM.MSG.GET', stream),
    ]),
    ...[parkedStreamName(scope, role), waitingStreamName(scope, role)].map((stream) =>
      jetStreamApi('STREAM.MSG.DELETE', stream),
    ),
    ...reactionsOf[role].flatMap((reaction) => reactionSubjects({ role, scope }, reaction)),
  ];
}

function reactionSubjects(
  { role: service, scope }: ServiceUser,
  { publisher, reaction, from }: ServiceReaction,
): string[] {
  if (livesOnHub(publisher) && scope !== 'hub')
    return [jetStreamApi('DIRECT.GET', releasesStream), `${linkedJetStream}.DIRECT.GET.${releasesStream}`];
  const stream = from === 'fleet' ? reportsStream : factStreamName(scope, publisher);
  const forwarded =
    reaction === forwardingReaction
      ? factsForHub.map(({ subject }) => forwardedSubject(`${scope}.${subject}.>`))
      : [jetStreamApi('STREAM.INFO', stream), jetStreamApi('STREAM.MSG.GET', stream)];
  return [...forwarded, ...consumerSubjects(stream, consumerName({ service, reaction }))];
}

/** Creating, reading and acknowledging the consumers of one reaction, and no others. */
function consumerSubjects(stream: string, consumer: string): string[] {
  return consumerSlots
    .map((slot) => `${consumer}_${slot}`)
    .flatMap((name) => [
      ...['DURABLE.CREATE', 'INFO', 'MSG.NEXT', 'UNPIN', 'RESET', 'DELETE'].map((verb) =>
        jetStreamApi(`CONSUMER.${verb}`, stream, name),
      ),
      `$JS.ACK.${stream}.${name}.>`,
      // The form with domain and account, which later servers use.
      `$JS.ACK.*.*.${stream}.${name}.>`,
    ]);
}

function jetStreamApi(verb: string, ...tokens: readonly string[]): string {
  return ['$JS.API', verb, ...tokens].join('.');
}
