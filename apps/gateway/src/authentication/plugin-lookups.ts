import { randomUUID } from 'node:crypto';
import { LeaseCache, type Broker, type ControlChannel, type LeaseQuestion } from '@kushk/broker';
import {
  controlMessages,
  installation,
  workspaceSessions,
  type HandleBearer,
  type LeaseGrant,
  type LeaseRequest,
  type PageHost,
  type SettingsLookup,
  type TokenAuthentication,
  type TokenLookup,
  type VisibleSettings,
} from '@kushk/contracts';
import { checkCredential, hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import { log } from '@kushk/runtime';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS, type SendRequest } from '../http/route.js';
import type { FoundByToken, PluginLookups } from './installation-token-authenticator.js';
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
/** An installation takes about four kilobytes in the cache. */
const LEASED_TOKENS_BYTES = 16 * 1024 * 1024;
const LEASED_SETTINGS_BYTES = 16 * 1024 * 1024;
const LEASED_HOSTS_BYTES = 4 * 1024 * 1024;
/** Bytes that a stored value takes besides its texts. */
const ENTRY_BYTES = 512;

/** The lookups of requests of plugins: those that authenticate them, and those of the settings. */
export interface AllLookups extends PluginLookups {
  /** Resolves with null when `getSettings` has to be asked. */
  readonly settings: (lookup: SettingsLookup) => Promise<VisibleSettings | null>;
  /** Resolves with the installation whose pages have this label in their host. */
  readonly pageHost: (label: string) => Promise<PageHost | null>;
  /** Calls the listener after each command on these installations; with null when some may have been missed. */
  readonly onChanged: (listener: (installationIds: readonly string[] | null) => void) => void;
  /** Ends all leases for good, and says so to the service: its commands need not wait for this process any more. */
  readonly endLeases: () => Promise<void>;
}

export interface LookupOptions {
  readonly channel: ControlChannel;
  /** The HMAC key of token hashes. */
  readonly pepper: Buffer;
}

/** The result of one lookup of a batch, with the lease that the service granted. */
interface Answer<Value> {
  readonly value: Value;
  readonly leaseMs: number;
  readonly question: LeaseQuestion;
}

/** The lookups that many requests share: tokens and settings in the installation service, people in the workspace. */
export function pluginLookups(broker: Broker, { channel, pepper }: LookupOptions): AllLookups {
  const holder = randomUUID();
  const tokens = new LeaseCache<FoundByToken>(LEASED_TOKENS_BYTES);
  const settings = new LeaseCache<VisibleSettings>(LEASED_SETTINGS_BYTES);
  const hosts = new LeaseCache<PageHost>(LEASED_HOSTS_BYTES);
  const caches = [tokens, settings, hosts];
  let isStopping = false;
  const leaseRequest = (): LeaseRequest => (isStopping ? {} : { lease_holder: holder });
  const listeners: ((installationIds: readonly string[] | null) => void)[] = [];
  channel.subscribeAcknowledged(controlMessages.tokensRevoked, holder, (message) => {
    const revoked = message?.installation_ids ?? null;
    for (const cache of caches) cache.revoke(revoked);
    for (const listener of listeners) listener(revoked);
  });
  const sender = senderOf(broker);
  const loadInstallation = lookupLoader({
    loadBatch: async (lookups: readonly TokenLookup[]) => {
      const question = tokens.question();
      const request = { tokens: lookups, ...leaseRequest() };
      return answersOf((await sender('tokens')(installation.authenticateTokens, request)).reply, question);
    },
    keyOf: ({ token_hash, installation_id, call_id }) => `${token_hash ?? ''} ${installation_id} ${call_id ?? ''}`,
    timeoutError: () => Refused.unavailable('installation'),
    ...LIMITS,
  });
  const loadSettings = lookupLoader({
    loadBatch: async (lookups: readonly SettingsLookup[]) => {
      const question = settings.question();
      const request = { lookups, ...leaseRequest() };
      return answersOf((await sender('settings')(installation.getManySettings, request)).reply, question);
    },
    keyOf: settingsKey,
    timeoutError: () => Refused.unavailable('installation'),
    ...LIMITS,
  });
  return {
    ...leasedInstallations(tokens, { load: loadInstallation, pepper }),
    pageHost: leasedPageHosts(hosts, { leaseRequest, send: () => sender('page-hosts') }),
    onChanged: (listener) => void listeners.push(listener),
    endLeases: async () => {
      isStopping = true;
      for (const cache of caches) cache.close();
      try {
        await sender('end-leases', STOPPING_DEADLINE_MS)(installation.endLeases, { lease_holder: holder });
      } catch (err) {
        // The next command on an installation waits for the leases to end by themselves.
        log.debug({ err }, 'the installation service does not know that this gateway stops');
      }
    },
    settings: async (lookup) => {
      const key = settingsKey(lookup);
      const leased = settings.get(key);
      if (leased !== undefined) return leased;
      const { value, leaseMs, question } = await loadSettings(lookup);
      if (value !== null && leaseMs > 0) {
        const { installation_id: subject, organisation_id: tenant } = lookup;
        settings.store(key, { value, subject, tenant, leaseMs, bytes: bytesOf(key, value) }, question);
      }
      return value;
    },
    person: lookupLoader({
      loadBatch: async (handles: readonly HandleBearer[]) =>
        (await sender('handles')(workspaceSessions.checkHandles, { handles })).reply.results,
      keyOf: ({ organisation_id, person_id, session_id }) => `${organisation_id} ${person_id} ${session_id}`,
      timeoutError: () => Refused.unavailable('workspace'),
      ...LIMITS,
    }),
  };
}

interface InstallationQuestions {
  readonly load: (lookup: TokenLookup) => Promise<Answer<TokenAuthentication>>;
  readonly pepper: Buffer;
}

function leasedInstallations(
  cache: LeaseCache<FoundByToken>,
  { load, pepper }: InstallationQuestions,
): Pick<PluginLookups, 'byToken' | 'installation'> {
  const loadAndStore = async (lookup: TokenLookup, key: string): Promise<FoundByToken> => {
    const { value, leaseMs, question } = await load(lookup);
    const found = { tokenHash: lookup.token_hash, found: value };
    if (value !== null && leaseMs > 0) {
      const { installation_id: subject } = lookup;
      const bytes = bytesOf(key, value);
      cache.store(key, { value: found, subject, tenant: value.organisation_id, leaseMs, bytes }, question);
    }
    return found;
  };
  return {
    byToken: async (token, installationId) => {
      // The leased token needs neither the checksum nor the HMAC. A header contains no line break.
      const key = `token:${installationId}\n${token}`;
      const leased = cache.get(key);
      if (leased !== undefined) return leased;
      if (!checkCredential('ki', token)) throw Refused.with('auth.token_invalid');
      return await loadAndStore({ token_hash: hashCredential(pepper, token), installation_id: installationId }, key);
    },
    installation: async (lookup) => {
      // The state of a tool call ends without a revocation, and a token is looked up with `byToken`.
      if ((lookup.call_id ?? null) !== null || lookup.token_hash !== null) return (await load(lookup)).value;
      const key = `id:${lookup.installation_id}`;
      return (cache.get(key) ?? (await loadAndStore(lookup, key))).found;
    },
  };
}

interface HostQuestions {
  readonly leaseRequest: () => LeaseRequest;
  readonly send: () => SendRequest;
}

/** A label that is unknown is asked for each time: it may belong to an installation at any moment. */
function leasedPageHosts(cache: LeaseCache<PageHost>, { leaseRequest, send }: HostQuestions): AllLookups['pageHost'] {
  return async (label) => {
    const leased = cache.get(label);
    if (leased !== undefined) return leased;
    const question = cache.question();
    const { host, lease_ms } = (await send()(installation.findPageHost, { label, ...leaseRequest() })).reply;
    if (host !== null && lease_ms !== undefined) {
      const { installation_id: subject, organisation_id: tenant } = host;
      const granted = { value: host, subject, tenant, leaseMs: lease_ms, bytes: bytesOf(label, host) };
      cache.store(label, granted, question);
    }
    return host;
  };
}

function senderOf(broker: Broker): (requestId: string, deadlineMs?: number) => SendRequest {
  return (requestId, deadlineMs = BATCH_DEADLINE_MS) =>
    requestSender(broker, {
      actor: { kind: 'system' },
      requestId,
      traceparent: null,
      deadlineAtMs: performance.now() + deadlineMs,
    });
}

function answersOf<Value>(
  { results, leases_ms }: { readonly results: readonly Value[] } & LeaseGrant,
  question: LeaseQuestion,
): Answer<Value>[] {
  return results.map((value, index) => ({ value, question, leaseMs: leases_ms?.[index] ?? 0 }));
}

function settingsKey({ organisation_id, installation_id, with_secrets }: SettingsLookup): string {
  return `${organisation_id} ${installation_id} ${with_secrets}`;
}

/** The memory that a value takes, estimated from its JSON with two bytes per character. */
function bytesOf(key: string, value: object): number {
  return ENTRY_BYTES + 2 * (key.length + JSON.stringify(value).length);
}
