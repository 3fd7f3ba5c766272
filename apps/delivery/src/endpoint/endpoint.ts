/**
 * What delivery knows of an installation's plugin: where it listens, with which secrets its calls are signed, which
 * events it wants, and whether it may be called now.
 */
import { unreachable, type StreamType } from '@kushk/decider';

/** A signing secret under seal. `signUntil`: an older one that still signs beside the new one, ISO time. */
export interface SealedSecret {
  readonly sealed: string;
  readonly signUntil: string | null;
}

export interface Capabilities {
  /** Null for a plugin in a container until the runtime has given it an address. */
  readonly baseUrl: string | null;
  readonly wantedEvents: readonly string[];
  readonly version: string;
  readonly scopes: readonly string[];
}

export interface KnownEndpoint extends Capabilities {
  readonly status: 'known';
  readonly organisationId: string;
  readonly pluginId: string;
  readonly secrets: readonly SealedSecret[];
  /** As the installation service says: `pending`, `installed`, `paused`, `suspended` … */
  readonly availability: string;
  /** Calls may go out (not paused, not suspended). */
  readonly callable: boolean;
  /** The plugin has been told that it is paused, and not yet that this is over: a suspension may lie in between. */
  readonly toldPaused: boolean;
  /** The plugin has its credentials: it has answered `installed`, or the admin has handed them over. */
  readonly equipped: boolean;
  /** An `installed` call is on its way, again and again until it is answered. */
  readonly awaitingAnswer: boolean;
  /** Signs, alone, once that call is answered: the admin has renewed the credentials. */
  readonly nextSealedSecret: string | null;
}

export type Endpoint =
  | { readonly status: 'unknown' }
  | KnownEndpoint
  | {
      readonly status: 'removed';
      readonly organisationId: string;
      readonly pluginId: string;
      readonly baseUrl: string | null;
      readonly secrets: readonly SealedSecret[];
    };

export type EndpointFact =
  | {
      readonly type: 'EndpointNoted';
      readonly data: Capabilities & {
        readonly organisationId: string;
        readonly pluginId: string;
        readonly sealedSecret: string;
        readonly at: string;
      };
    }
  | {
      readonly type: 'LifecycleCallQueued';
      readonly data: {
        readonly callId: string;
        readonly event: 'installed';
        readonly sealedBody: string;
        readonly nextSealedSecret?: string;
        readonly at: string;
      };
    }
  | { readonly type: 'InstalledAnswered'; readonly data: { readonly at: string } }
  | { readonly type: 'CredentialsHandedOver'; readonly data: { readonly at: string } }
  | {
      readonly type: 'AvailabilityChanged';
      readonly data: { readonly availability: string; readonly callable: boolean; readonly at: string };
    }
  | { readonly type: 'CapabilitiesChanged'; readonly data: Capabilities & { readonly at: string } }
  | {
      readonly type: 'SecretRotated';
      readonly data: { readonly sealedSecret: string; readonly previousSignsUntil: string; readonly at: string };
    }
  | { readonly type: 'EndpointRemoved'; readonly data: { readonly callId: string; readonly at: string } };

export const endpointStream: StreamType<Endpoint, EndpointFact> = {
  category: 'endpoint',
  initial: { status: 'unknown' },
  evolve,
  stateVersion: 3,
};

function evolve(endpoint: Endpoint, fact: EndpointFact): Endpoint {
  if (fact.type === 'EndpointNoted') return noted(fact.data);
  // Every other fact is only ever decided for a known endpoint.
  if (endpoint.status !== 'known') return endpoint;
  switch (fact.type) {
    case 'LifecycleCallQueued':
      return { ...endpoint, awaitingAnswer: true, nextSealedSecret: fact.data.nextSealedSecret ?? null };
    case 'InstalledAnswered':
    case 'CredentialsHandedOver':
      return {
        ...endpoint,
        equipped: true,
        awaitingAnswer: false,
        nextSealedSecret: null,
        secrets: secretsOnceAnswered(endpoint),
      };
    case 'AvailabilityChanged':
      return { ...endpoint, ...availabilityAfter(endpoint, fact.data) };
    case 'CapabilitiesChanged': {
      const { baseUrl, wantedEvents, version, scopes } = fact.data;
      return { ...endpoint, baseUrl, wantedEvents, version, scopes };
    }
    case 'SecretRotated':
      return { ...endpoint, secrets: rotated(endpoint.secrets, fact.data) };
    case 'EndpointRemoved': {
      const { organisationId, pluginId, baseUrl, secrets } = endpoint;
      return { status: 'removed', organisationId, pluginId, baseUrl, secrets };
    }
    default:
      return unreachable(fact);
  }
}

function availabilityAfter(
  { toldPaused }: KnownEndpoint,
  { availability, callable }: { readonly availability: string; readonly callable: boolean },
): Pick<KnownEndpoint, 'availability' | 'callable' | 'toldPaused'> {
  return { availability, callable, toldPaused: availability === 'paused' || (toldPaused && !callable) };
}

function secretsOnceAnswered({ nextSealedSecret, secrets }: KnownEndpoint): readonly SealedSecret[] {
  return nextSealedSecret === null ? secrets : [{ sealed: nextSealedSecret, signUntil: null }];
}

/** The new one first; those before sign on until the overlap is over, and leave the state after that. */
function rotated(
  secrets: readonly SealedSecret[],
  {
    sealedSecret,
    previousSignsUntil,
    at,
  }: { readonly sealedSecret: string; readonly previousSignsUntil: string; readonly at: string },
): readonly SealedSecret[] {
  const before = secrets.map(({ sealed, signUntil }) => ({
    sealed,
    signUntil: signUntil === null || signUntil > previousSignsUntil ? previousSignsUntil : signUntil,
  }));
  return [{ sealed: sealedSecret, signUntil: null }, ...before.filter(({ signUntil }) => signUntil > at)];
}

function noted(data: Extract<EndpointFact, { type: 'EndpointNoted' }>['data']): KnownEndpoint {
  const { organisationId, pluginId, baseUrl, wantedEvents, version, scopes, sealedSecret } = data;
  return {
    status: 'known',
    organisationId,
    pluginId,
    baseUrl,
    wantedEvents,
    version,
    scopes,
    secrets: [{ sealed: sealedSecret, signUntil: null }],
    availability: 'pending',
    callable: true,
    toldPaused: false,
    equipped: false,
    awaitingAnswer: false,
    nextSealedSecret: null,
  };
}

/** Something is said about an installation that delivery has not heard of yet: its first fact is still on its way. */
export class NotKnownYet extends Error {
  override readonly name = 'NotKnownYet';
  constructor(installationId: string) {
    super(`the installation ${installationId} is not known yet`);
  }
}
