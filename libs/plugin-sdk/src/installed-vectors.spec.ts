import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { HttpError } from './http.js';
import { handleInstalled } from './lifecycle.js';
import { readCall } from './signed-call.js';
import type { PluginStore, StoredInstallation } from './store.js';
import { issuerVerifier, type Jwks } from './trust.js';

interface Vector {
  readonly name: string;
  readonly installation_id: string;
  readonly signature: string;
  readonly issuer_signature: string;
  readonly body_base64: string;
  readonly plugin_id: string;
  readonly known: { readonly origin: string; readonly secrets: readonly string[]; readonly issued_at: number } | null;
  readonly now: number;
  readonly expected: string;
}
const vectors = JSON.parse(readFileSync(new URL('../../../docs/verify/vectors.json', import.meta.url), 'utf8')) as {
  readonly jwks: Jwks;
  readonly installed: readonly Vector[];
};

function storeOf({ installation_id, known }: Vector): { store: PluginStore; saved: StoredInstallation[] } {
  const saved: StoredInstallation[] = [];
  const stored = known && {
    installation_id,
    alias: 'inst_1',
    api_base: `${known.origin}/i/${installation_id}/plugin/v1`,
    token: 'ki_stored',
    signing_secrets: known.secrets.map((secret) => ({ secret, accepted_until: null })),
    scopes: [],
    settings: {},
    issued_at: known.issued_at,
    stored_at: '',
    setup_done: true,
  };
  const store: Partial<PluginStore> = {
    find: () => Promise.resolve(stored),
    wasRemoved: () => Promise.resolve(false),
    save: (installation) => Promise.resolve(void saved.push(installation)),
  };
  return { store: store as PluginStore, saved };
}

/** The status of the answer, and whether credentials were stored. */
async function answerTo(vector: Vector): Promise<readonly [status: number, isStored: boolean]> {
  const { store, saved } = storeOf(vector);
  const headers = {
    'service-installation-id': vector.installation_id,
    'service-signature': vector.signature,
    'service-issuer-signature': vector.issuer_signature,
  };
  try {
    const call = readCall(headers, Buffer.from(vector.body_base64, 'base64'), new Date(vector.now * 1_000));
    const plugin = { id: vector.plugin_id, store, trust: { hubKeys: vectors.jwks } };
    await handleInstalled(plugin, issuerVerifier(plugin.trust), call);
    return [200, saved.length > 0];
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return [error.status, saved.length > 0];
  }
}

function statusOf(verdict: string): number {
  if (verdict === 'valid') return 200;
  return verdict === 'body' ? 400 : 401;
}

describe('the credentials in a call `installed`', () => {
  // What the event is, the SDK checks before it handles `installed`.
  const ofInstalled = vectors.installed.filter(({ name }) => name !== 'another event');

  it.each(ofInstalled.map((vector) => [vector.name, vector] as const))(
    'are accepted as the vectors say: %s',
    async (_name, vector) => {
      const isValid = vector.expected === 'valid';
      expect(await answerTo(vector)).toEqual([statusOf(vector.expected), isValid]);
    },
  );
});
