import type { Broker } from '@kushk/broker';
import {
  installation,
  workspaceSessions,
  type HandleBearer,
  type SettingsLookup,
  type TokenLookup,
  type VisibleSettings,
} from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import { requestSender } from '../http/request-sender.js';
import { REQUEST_DEADLINE_MS, type SendRequest } from '../http/route.js';
import type { PluginLookups } from './installation-token-authenticator.js';
import { lookupLoader } from './lookup-loader.js';

/** A batch of lookups must end well before the request deadline, because the next batch may have to wait for it. */
const BATCH_DEADLINE_MS = 3_000;
const LIMITS = {
  maxLookupsPerBatch: 256,
  maxBatchesInFlight: 2,
  /** A batch that waits longer could not end within the request deadline. */
  maxWaitMs: REQUEST_DEADLINE_MS - BATCH_DEADLINE_MS - 1_000,
};

/** The lookups of requests of plugins: those that authenticate them, and those of the settings. */
export interface AllLookups extends PluginLookups {
  /** Resolves with null when `getSettings` has to be asked. */
  readonly settings: (lookup: SettingsLookup) => Promise<VisibleSettings | null>;
}

/** The lookups that many requests share: tokens and settings in the installation service, people in the workspace. */
export function pluginLookups(broker: Broker): AllLookups {
  const sender = (requestId: string): SendRequest =>
    requestSender(broker, {
      actor: { kind: 'system' },
      requestId,
      traceparent: null,
      deadlineAtMs: performance.now() + BATCH_DEADLINE_MS,
    });
  return {
    installation: lookupLoader({
      loadBatch: async (tokens: readonly TokenLookup[]) =>
        (await sender('tokens')(installation.authenticateTokens, { tokens })).reply.results,
      keyOf: ({ token_hash, installation_id, call_id }) => `${token_hash ?? ''} ${installation_id} ${call_id ?? ''}`,
      timeoutError: () => Refused.unavailable('installation'),
      ...LIMITS,
    }),
    settings: lookupLoader({
      loadBatch: async (lookups: readonly SettingsLookup[]) =>
        (await sender('settings')(installation.getManySettings, { lookups })).reply.results,
      keyOf: ({ organisation_id, installation_id, with_secrets }) =>
        `${organisation_id} ${installation_id} ${with_secrets}`,
      timeoutError: () => Refused.unavailable('installation'),
      ...LIMITS,
    }),
    person: lookupLoader({
      loadBatch: async (handles: readonly HandleBearer[]) =>
        (await sender('handles')(workspaceSessions.checkHandles, { handles })).reply.results,
      keyOf: ({ organisation_id, person_id, session_id }) => `${organisation_id} ${person_id} ${session_id}`,
      timeoutError: () => Refused.unavailable('workspace'),
      ...LIMITS,
    }),
  };
}
