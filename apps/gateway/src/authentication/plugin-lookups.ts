import {
  leases,
  type Broker,
  type ControlChannel,
  type LeasedValues,
  type LeaseProtocol,
  type Loaded,
} from '@kushk/broker';
import {
  installation,
  workspaceSessions,
  type HandleBearer,
  type LeaseGrant,
  type PageHost,
  type SettingsLookup,
  type TokenAuthentication,
  type TokenLookup,
  type VisibleSettings,
} from '@kushk/contracts';
import { checkCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { log } from '@kushk/runtime';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS, type SendRequest } from '../http/route.js';
import type { FoundByToken, PluginLookups } from './installation-token-authenticator.js';
import { lookUpByHash } from './hash-lookup.js';
import { lookupLoader } from './lookup-loader.js';

/** A batch of lookups must end well before the request deadline, because the next batch may have to wait for it. */
const BATCH_DEADLINE_MS = 3_000;
const LIMITS = {
  maxLookupsPerBatch: 256,
  maxBatchesInFlight: 2,
  /** A batch that waits longer could not end within the request deadline. */
  maxWaitMs: REQUEST_DEADLINE_MS - BATCH_DEADLINE_MS - 1_000,
};
/** For the last request of a gateway that stops. */
const STOPPING_DEADLINE_MS = 1_000;
/** An installation takes about four kilobytes. */
const LEASED_TOKENS_BYTES = 16 * 1024 * 1024;
const LEASED_SETTINGS_BYTES = 16 * 1024 * 1024;
const LEASED_HOSTS_BYTES = 4 * 1024 * 1024;

/** The lookups of requests of plugins: those that authenticate them, and those of the settings. */
export interface AllLookups extends PluginLookups {
  /** Resolves with null when `getSettings` has to be asked. */
  readonly settings: (lookup: SettingsLookup) => Promise<VisibleSettings | null>;
  /** Resolves with the installation whose pages have this label in their host. */
  readonly pageHost: (label: string) => Promise<PageHost | null>;
  /** Calls the listener after each command on these installations; with null when some may have been missed. */
  readonly onChanged: (listener: (installationIds: readonly string[] | null) => void) => void;
  /** Ends all leases for good and reports it to the service, whose commands then do not wait for this process. */
  readonly endLeases: () => Promise<void>;
}

export interface LookupOptions {
  readonly channel: ControlChannel;
  /** The HMAC keys of token hashes, the newest first. */
  readonly peppers: readonly Buffer[];
  readonly protocol?: LeaseProtocol | undefined;
}

/** The result of one lookup of a batch, with the time that the service granted. */
interface Answer<Value> {
  readonly value: Value;
  readonly leaseMs: number;
}

/** The lookups that many requests share: tokens and settings in the installation service, people in the workspace. */
export function pluginLookups(broker: Broker, { channel, peppers, protocol = leases }: LookupOptions): AllLookups {
  const held = protocol.hold(channel);
  const send = (requestId: string, deadlineMs = BATCH_DEADLINE_MS): SendRequest =>
    requestSender(broker, {
      actor: { kind: 'system' },
      requestId,
      traceparent: null,
      deadlineAtMs: performance.now() + deadlineMs,
    });
  const loadToken = lookupLoader({
    loadBatch: async (tokens: readonly TokenLookup[]) =>
      answersOf((await send('tokens')(installation.authenticateTokens, { tokens, ...held.request() })).reply),
    keyOf: ({ token_hash, installation_id, call_id }) => `${token_hash ?? ''} ${installation_id} ${call_id ?? ''}`,
    timeoutError: () => Refused.unavailable('installation'),
    ...LIMITS,
  });
  const loadSettings = lookupLoader({
    loadBatch: async (lookups: readonly SettingsLookup[]) =>
      answersOf((await send('settings')(installation.getManySettings, { lookups, ...held.request() })).reply),
    keyOf: settingsKey,
    timeoutError: () => Refused.unavailable('installation'),
    ...LIMITS,
  });
  const settings = held.values<VisibleSettings | null>(LEASED_SETTINGS_BYTES);
  const hosts = held.values<PageHost | null>(LEASED_HOSTS_BYTES);
  return {
    ...installationLookups(held.values(LEASED_TOKENS_BYTES), { load: loadToken, peppers }),
    settings: (lookup) =>
      settings.read(settingsKey(lookup), async () => ({
        ...(await loadSettings(lookup)),
        subject: lookup.installation_id,
      })),
    pageHost: (label) =>
      hosts.read(label, async () => {
        const request = { label, ...held.request() };
        const { host, lease_ms = 0 } = (await send('page-hosts')(installation.findPageHost, request)).reply;
        // An unknown label may belong to an installation at any moment.
        return { value: host, subject: host?.installation_id ?? '', leaseMs: host === null ? 0 : lease_ms };
      }),
    person: lookupLoader({
      loadBatch: async (handles: readonly HandleBearer[]) =>
        (await send('handles')(workspaceSessions.checkHandles, { handles })).reply.results,
      keyOf: ({ organisation_id, person_id, session_id }) => `${organisation_id} ${person_id} ${session_id}`,
      timeoutError: () => Refused.unavailable('workspace'),
      ...LIMITS,
    }),
    onChanged: (listener) => held.onRevoked(listener),
    endLeases: async () => {
      const { lease_holder } = held.request();
      held.close();
      if (lease_holder === undefined) return;
      try {
        await send('end-leases', STOPPING_DEADLINE_MS)(installation.endLeases, { lease_holder });
      } catch (err) {
        // The next command on an installation waits for the leases to end by themselves.
        log.debug({ err }, 'the installation service does not know that this gateway stops');
      }
    },
  };
}

interface TokenLookups {
  readonly load: (lookup: TokenLookup) => Promise<Answer<TokenAuthentication>>;
  readonly peppers: readonly Buffer[];
}

function installationLookups(
  values: LeasedValues<FoundByToken>,
  { load, peppers }: TokenLookups,
): Pick<PluginLookups, 'byToken' | 'installation'> {
  const loadFound = async (lookup: TokenLookup): Promise<Loaded<FoundByToken>> => {
    const { value, leaseMs } = await load(lookup);
    return { value: { tokenHash: lookup.token_hash, found: value }, subject: lookup.installation_id, leaseMs };
  };
  return {
    // A leased token needs neither the checksum nor the HMAC. A header contains no line break.
    byToken: (token, installationId) =>
      values.read(`token:${installationId}\n${token}`, async () => {
        if (!checkCredential('ki', token)) throw Refused.with('auth.token_invalid');
        const known = await lookUpByHash(peppers, token, async (token_hash) => {
          const loaded = await loadFound({ token_hash, installation_id: installationId });
          return loaded.value.found === null ? null : loaded;
        });
        return known ?? { value: { tokenHash: null, found: null }, subject: installationId, leaseMs: 0 };
      }),
    installation: async (lookup) => {
      // The state of a tool call ends without a revocation, and a token is looked up with `byToken`.
      if ((lookup.call_id ?? null) !== null || lookup.token_hash !== null) return (await load(lookup)).value;
      return (await values.read(`id:${lookup.installation_id}`, () => loadFound(lookup))).found;
    },
  };
}

function answersOf<Value>({
  results,
  leases_ms,
}: { readonly results: readonly Value[] } & LeaseGrant): readonly Answer<Value>[] {
  return results.map((value, index) => ({ value, leaseMs: leases_ms?.[index] ?? 0 }));
}

function settingsKey({ organisation_id, installation_id, with_secrets }: SettingsLookup): string {
  return `${organisation_id} ${installation_id} ${with_secrets}`;
}
