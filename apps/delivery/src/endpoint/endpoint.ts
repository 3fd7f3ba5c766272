/**
 * The endpoint of one installation: where its plugin receives calls, which secrets sign them, which events it
 * subscribes to, and whether calls may be sent now.
 */
import { PrerequisiteMissing, unreachable, type StreamType } from '@kushk/decider';
import type { Capabilities, DataOf, EndpointFact } from './endpoint-facts.js';

/** A sealed signing secret. */
export interface SealedSecret {
  readonly sealed: string;
  /** The ISO time until which a previous secret signs in addition to the current one; null for the current secret. */
  readonly signUntil: string | null;
}

/** Whether the plugin has its credentials. Without them it cannot verify an event. */
export type Credentials =
  | { readonly status: 'not_sent' }
  /** The call `deliveryId` is being sent. After its answer, `nextSealedSecret` alone signs, if there is one. */
  | ({ readonly status: 'sending' } & InstalledCallInFlight)
  | { readonly status: 'delivered' }
  /** The plugin has credentials, and `installed` is being sent with new ones. */
  | ({ readonly status: 'renewing' } & InstalledCallInFlight);

interface InstalledCallInFlight {
  /** Null for a plugin that polls: an admin reads the credentials. */
  readonly deliveryId: string | null;
  readonly nextSealedSecret: string | null;
  /** The version for which the credentials are new: one that starts here or runs elsewhere; null for any other call. */
  readonly version: string | null;
  /** How often an admin had replaced the credentials; null for a call that does not deliver the first ones. */
  readonly generation: number | null;
}

/** A version that runs elsewhere. The call with its credentials goes there, and everything else to the endpoint. */
export interface Move {
  readonly version: string;
  /** Null for a container until it listens, and for a version that polls. */
  readonly baseUrl: string | null;
  /** Null for a version that gets pushes. */
  readonly polling: { readonly toolsUrl: string | null } | null;
  readonly containerAddress: string | null;
  readonly giveUpAt: string;
}

export interface RegisteredEndpoint extends Omit<Capabilities, 'polling'> {
  readonly status: 'registered';
  /** Null for a plugin that gets pushes. `since`: from when on it was able to poll; null while it is not. */
  readonly polling: { readonly toolsUrl: string | null; readonly since: string | null } | null;
  readonly organisationId: string;
  readonly pluginId: string;
  /** Where the container of `baseUrl` is reached (`host:port`); null for an external plugin. */
  readonly containerAddress: string | null;
  /**
   * Whether the container is being replaced by one of another version. Events and tool calls wait until its plugin
   * accepts `installed`, or until the previous container is back.
   */
  readonly isReplaced: boolean;
  readonly move: Move | null;
  /** The version at whose address the plugin is called, before the installation has it; otherwise null. */
  readonly movedTo: string | null;
  /** The sealed secret of a version that was given up, which an admin may have read at that moment; otherwise null. */
  readonly abandonedSecret: string | null;
  /** The signing secrets, the current one first. */
  readonly secrets: readonly SealedSecret[];
  /** The status that the installation service published: `pending`, `installed`, `paused`, `suspended` and so on. */
  readonly availability: string;
  /** False while the installation is paused or suspended. */
  readonly callsAllowed: boolean;
  /** True after a `plugin.paused` event and before its `plugin.resumed` event. A suspension may occur in between. */
  readonly pauseAnnounced: boolean;
  readonly credentials: Credentials;
  /** When people were last notified that the plugin fails or is silent; null for never. */
  readonly healthReportedAt: string | null;
}

/** The secrets stay after the removal, because the `removed` call must still be signed and sent. */
export interface RemovedEndpoint {
  readonly status: 'removed';
  readonly organisationId: string;
  readonly pluginId: string;
  readonly version: string;
  readonly baseUrl: string | null;
  readonly containerAddress: string | null;
  readonly secrets: readonly SealedSecret[];
  /** The id of the `removed` call; null for a plugin that polls, which gets none. */
  readonly deliveryId: string | null;
  /** Whether the plugin has accepted it. */
  readonly isAnswered: boolean;
}

export type Endpoint = { readonly status: 'unregistered' } | RegisteredEndpoint | RemovedEndpoint;

export const endpointStream: StreamType<Endpoint, EndpointFact> = {
  category: 'endpoint',
  factTypes: {
    EndpointRegistered: true,
    LifecycleCallQueued: true,
    CredentialsIssued: true,
    InstalledAnswered: true,
    InstalledAbandoned: true,
    MoveStarted: true,
    CredentialsHandedOver: true,
    AvailabilityChanged: true,
    ContainerReached: true,
    CapabilitiesChanged: true,
    SecretRotated: true,
    HealthReported: true,
    EndpointRemoved: true,
    RemovedAnswered: true,
  },
  initial: { status: 'unregistered' },
  evolve,
  stateVersion: 5,
};

function evolve(endpoint: Endpoint, fact: EndpointFact): Endpoint {
  switch (endpoint.status) {
    case 'unregistered':
      // The registration is always the first fact: every decision requires a registered endpoint.
      return fact.type === 'EndpointRegistered' ? registered(fact.data) : endpoint;
    case 'registered':
      return evolveRegistered(endpoint, fact);
    case 'removed':
      return fact.type === 'RemovedAnswered' ? { ...endpoint, isAnswered: true } : endpoint;
    default:
      return unreachable(endpoint);
  }
}

function evolveRegistered(endpoint: RegisteredEndpoint, fact: EndpointFact): Endpoint {
  switch (fact.type) {
    case 'EndpointRegistered':
      return endpoint;
    case 'LifecycleCallQueued':
    case 'CredentialsIssued':
      return ableToPoll({ ...endpoint, ...whileInstalledIsSent(endpoint, fact.data) }, fact.data.at);
    case 'InstalledAnswered':
      return withCredentials(endpoint, { secrets: secretsOnceDelivered(endpoint), at: fact.data.at });
    case 'CredentialsHandedOver': {
      const { sealedSecret, at } = fact.data;
      const secrets =
        sealedSecret === undefined ? secretsOnceDelivered(endpoint) : [{ sealed: sealedSecret, signUntil: null }];
      return withCredentials(endpoint, { secrets, at });
    }
    case 'InstalledAbandoned':
      return { ...endpoint, credentials: { status: 'delivered' }, move: null, abandonedSecret: nextSecretOf(endpoint) };
    case 'MoveStarted': {
      const { version, baseUrl, polling = null, giveUpAt } = fact.data;
      return { ...endpoint, move: { version, baseUrl, polling, containerAddress: null, giveUpAt } };
    }
    case 'AvailabilityChanged':
      return ableToPoll({ ...endpoint, ...availabilityAfter(endpoint, fact.data) }, fact.data.at);
    case 'ContainerReached':
      if (fact.data.isMove === true && endpoint.move !== null) {
        const { baseUrl, address: containerAddress } = fact.data;
        return { ...endpoint, move: { ...endpoint.move, baseUrl, containerAddress } };
      }
      return {
        ...endpoint,
        baseUrl: fact.data.baseUrl,
        containerAddress: fact.data.address,
        isReplaced: endpoint.isReplaced && fact.data.isUpdate === true,
      };
    case 'CapabilitiesChanged': {
      const { baseUrl, polling, subscribedEvents, version, scopes, at } = fact.data;
      const changed = { ...endpoint, subscribedEvents, version, scopes, movedTo: null };
      if (polling === undefined) return { ...changed, polling: null, ...addressAfter(endpoint, { baseUrl, version }) };
      const { since = null } = endpoint.polling ?? {};
      return ableToPoll({ ...changed, baseUrl, containerAddress: null, polling: { ...polling, since } }, at);
    }
    case 'SecretRotated':
      return { ...endpoint, secrets: rotated(endpoint.secrets, fact.data) };
    case 'HealthReported':
      return { ...endpoint, healthReportedAt: fact.data.at };
    case 'EndpointRemoved': {
      const { organisationId, pluginId, baseUrl, containerAddress, secrets } = endpoint;
      const { deliveryId } = fact.data;
      const version = calledVersion(endpoint);
      const parties = { organisationId, pluginId, version, baseUrl, containerAddress, secrets };
      return { status: 'removed', ...parties, deliveryId, isAnswered: false };
    }
    case 'RemovedAnswered':
      return endpoint;
    default:
      return unreachable(fact);
  }
}

function registered(data: DataOf<'EndpointRegistered'>): RegisteredEndpoint {
  const { organisationId, pluginId, baseUrl, polling, subscribedEvents, version, scopes, sealedSecret } = data;
  return {
    status: 'registered',
    organisationId,
    pluginId,
    baseUrl,
    polling: polling === undefined ? null : { ...polling, since: null },
    subscribedEvents,
    version,
    scopes,
    containerAddress: null,
    isReplaced: false,
    move: null,
    movedTo: null,
    abandonedSecret: null,
    secrets: [{ sealed: sealedSecret, signUntil: null }],
    availability: 'pending',
    callsAllowed: true,
    pauseAnnounced: false,
    credentials: { status: 'not_sent' },
    healthReportedAt: null,
  };
}

/** The endpoint of a plugin that polls with the time from which on it was able to poll. */
function ableToPoll(endpoint: RegisteredEndpoint, at: string): RegisteredEndpoint {
  const { polling, credentials, callsAllowed } = endpoint;
  if (polling === null) return endpoint;
  const since = callsAllowed && hasCredentials(credentials) ? (polling.since ?? at) : null;
  return { ...endpoint, polling: { ...polling, since } };
}

/** The endpoint once its plugin has the newest credentials, at the address of their version. */
function withCredentials(
  endpoint: RegisteredEndpoint,
  { secrets, at }: { readonly secrets: readonly SealedSecret[]; readonly at: string },
): RegisteredEndpoint {
  const delivered = {
    credentials: { status: 'delivered' },
    secrets,
    isReplaced: false,
    abandonedSecret: null,
  } as const;
  return ableToPoll({ ...endpoint, ...delivered, ...addressOnceMoved(endpoint) }, at);
}

function whileInstalledIsSent(
  { credentials, secrets }: RegisteredEndpoint,
  data: Partial<DataOf<'LifecycleCallQueued'>>,
): Pick<RegisteredEndpoint, 'credentials' | 'secrets' | 'abandonedSecret'> {
  const { deliveryId = null, nextSealedSecret = null, replacingSecret, version = null, generation = null } = data;
  const call = { deliveryId, nextSealedSecret, version, generation };
  if (replacingSecret !== undefined)
    return {
      credentials: { status: 'sending', ...call },
      secrets: [{ sealed: replacingSecret, signUntil: null }],
      abandonedSecret: null,
    };
  const status = hasCredentials(credentials) ? 'renewing' : 'sending';
  return { credentials: { status, ...call }, secrets, abandonedSecret: null };
}

/** The container of another version is called only after it listens. More scopes of one version change no container. */
function addressAfter(
  endpoint: RegisteredEndpoint,
  { baseUrl, version }: Pick<Capabilities, 'baseUrl' | 'version'>,
): Pick<RegisteredEndpoint, 'baseUrl' | 'containerAddress' | 'isReplaced'> {
  const { movedTo } = endpoint;
  if (movedTo === version) {
    const { containerAddress, isReplaced } = endpoint;
    return { baseUrl: endpoint.baseUrl, containerAddress, isReplaced };
  }
  if (baseUrl !== null) return { baseUrl, containerAddress: null, isReplaced: false };
  if (version === endpoint.version && endpoint.containerAddress !== null) {
    const { containerAddress, isReplaced } = endpoint;
    return { baseUrl: endpoint.baseUrl, containerAddress, isReplaced };
  }
  return { baseUrl, containerAddress: null, isReplaced: hasCredentials(endpoint.credentials) };
}

/** The move for which the current `installed` call is made; null for any other call. */
export function moveOfCall({ move, credentials }: RegisteredEndpoint): Move | null {
  return isInstalledPending(credentials) && credentials.version === move?.version ? move : null;
}

function addressOnceMoved(
  endpoint: RegisteredEndpoint,
): Partial<Pick<RegisteredEndpoint, 'baseUrl' | 'polling' | 'containerAddress' | 'move' | 'movedTo'>> {
  const move = moveOfCall(endpoint);
  if (move === null) return {};
  const { baseUrl, containerAddress, version } = move;
  const polling = move.polling === null ? null : { ...move.polling, since: null };
  return { baseUrl, polling, containerAddress, move: null, movedTo: version };
}

/** The sealed secret that an admin or a call brings to the plugin; null when none is under way. */
export function nextSecretOf({ credentials }: RegisteredEndpoint): string | null {
  return isInstalledPending(credentials) ? credentials.nextSealedSecret : null;
}

function secretsOnceDelivered(endpoint: RegisteredEndpoint): readonly SealedSecret[] {
  const next = nextSecretOf(endpoint);
  return next === null ? endpoint.secrets : [{ sealed: next, signUntil: null }];
}

function availabilityAfter(
  { pauseAnnounced }: RegisteredEndpoint,
  { availability, callsAllowed }: DataOf<'AvailabilityChanged'>,
): Pick<RegisteredEndpoint, 'availability' | 'callsAllowed' | 'pauseAnnounced'> {
  const isPauseAnnounced = availability === 'paused' || (pauseAnnounced && !callsAllowed);
  return { availability, callsAllowed, pauseAnnounced: isPauseAnnounced };
}

/** The secrets of an endpoint: the current one and the previous one, as long as its overlap lasts. */
const MAX_SECRETS = 2;

/**
 * Returns the secrets after a rotation, the new one first. The previous one still signs until the overlap ends. Older
 * ones do not: a plugin that rotates again knows at least the secret that it rotates.
 */
function rotated(secrets: readonly SealedSecret[], data: DataOf<'SecretRotated'>): readonly SealedSecret[] {
  const { sealedSecret, previousSignsUntil, at } = data;
  const older = secrets.map(({ sealed, signUntil }) => ({
    sealed,
    signUntil: signUntil === null || signUntil > previousSignsUntil ? previousSignsUntil : signUntil,
  }));
  const active = older.filter(({ signUntil }) => signUntil > at);
  return [{ sealed: sealedSecret, signUntil: null }, ...active].slice(0, MAX_SECRETS);
}

/** Returns whether the plugin has the secret that it needs to verify a call. */
export function hasCredentials(credentials: Credentials): boolean {
  switch (credentials.status) {
    case 'not_sent':
    case 'sending':
      return false;
    case 'delivered':
    case 'renewing':
      return true;
    default:
      return unreachable(credentials);
  }
}

/** Returns whether an `installed` call is queued and not accepted by the plugin yet. */
export function isInstalledPending(
  credentials: Credentials,
): credentials is Extract<Credentials, { status: 'sending' | 'renewing' }> {
  switch (credentials.status) {
    case 'sending':
    case 'renewing':
      return true;
    case 'not_sent':
    case 'delivered':
      return false;
    default:
      return unreachable(credentials);
  }
}

/** The version that answers at the address of the endpoint; from the move on, before the installation has it. */
export function calledVersion({ version, movedTo }: RegisteredEndpoint): string {
  return movedTo ?? version;
}

/** Thrown when a fact of an installation arrives before the fact that registers its endpoint. The fact waits. */
export function endpointMissing(installationId: string): PrerequisiteMissing {
  return new PrerequisiteMissing(`the endpoint of installation ${installationId} is not registered yet`);
}
