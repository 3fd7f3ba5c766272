import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { issuerJwk, newCredential, newSigningKey, signCall, signIssuer } from '@kushk/credentials';
import { createPlugin, fileStore, type Plugin } from './index.js';

const PLUGIN = 'ir.acme.invoices';
const ORIGIN = 'https://assistant.example';
const OTHER_ORIGIN = 'https://other.example';
const [key, otherKey] = [newSigningKey(), newSigningKey()];
const first = { token: newCredential('ki'), signing_secret: newCredential('ks') };
const fresh = { token: newCredential('ki'), signing_secret: newCredential('ks') };
const now = () => Math.floor(Date.now() / 1_000);

describe('a reconnect', () => {
  let folder: string;
  let plugin: Plugin;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-'));
    plugin = createPlugin({
      id: PLUGIN,
      store: fileStore({ folder, key: Buffer.alloc(32, 7).toString('base64url') }),
      trust: { hubKeys: { keys: [issuerJwk(key, [ORIGIN]), issuerJwk(otherKey, [OTHER_ORIGIN])] } },
      events: { '*': () => undefined },
    });
    expect(await lifecycle(installed(first), { iat: now() - 60 })).toBe('200 stored');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function installed(credentials: typeof first, origin = ORIGIN): Record<string, unknown> {
    const api_base = `${origin}/i/ins_1/plugin/v1`;
    const about = { installation_id: 'ins_1', alias: 'inst_1', api_base, scopes: [], settings: {} };
    return { event: 'installed', ...about, ...credentials };
  }
  const reconnect = (iat: number, changes: Record<string, unknown> = {}, iss = ORIGIN) =>
    lifecycle({ ...installed(fresh, iss), reconnect: true, ...changes }, { iat, iss });

  async function call(path: string, text: string, headers: Record<string, string>): Promise<string> {
    const request = { method: 'POST', body: text, headers: { 'service-installation-id': 'ins_1', ...headers } };
    const response = await plugin.fetch(new Request(`https://plugin.example${path}`, request));
    const { status = '', code = '' } = (await response.json()) as { status?: string; code?: string };
    return `${response.status} ${status}${code}`;
  }
  function lifecycle(
    body: Record<string, unknown>,
    { iat = now(), iss = ORIGIN, secret = String(body['signing_secret'] ?? first.signing_secret) },
  ): Promise<string> {
    const text = JSON.stringify(body);
    return call('/service/lifecycle', text, {
      'service-signature': signCall(secret, text, now()),
      'service-issuer-signature': signIssuer(iss === ORIGIN ? key : otherKey, { iss, aud: PLUGIN, iat }, text),
    });
  }
  function event(secret: string): Promise<string> {
    const text = JSON.stringify({
      id: 'evt_1',
      type: 'plugin.ping',
      installation_id: 'ins_1',
      sequence: 1,
      created_at: '',
      data: {},
    });
    return call('/service/events', text, {
      'service-signature': signCall(secret, text, now()),
      'service-event-id': 'evt_1',
    });
  }

  it('replaces the credentials at once, so that the previous secret is not accepted any more', async () => {
    expect(await reconnect(now())).toBe('200 stored');
    expect(await event(first.signing_secret)).toBe('401 signature.invalid');
    expect(await event(fresh.signing_secret)).toBe('200 handled');
  });

  it('is accepted again when it is repeated later', async () => {
    await reconnect(now() - 5);
    expect(await reconnect(now())).toBe('200 repeated');
  });

  it('is rejected when it was not signed later than the stored credentials', async () => {
    expect(await reconnect(now() - 61)).toBe('401 installed.replayed');
    const signedAt = now() - 30;
    await reconnect(signedAt);
    const older = { token: newCredential('ki') };
    expect(await reconnect(signedAt, older)).toBe('401 installed.replayed');
    expect(await event(fresh.signing_secret)).toBe('200 handled');
  });

  it('is rejected from another listed instance than the stored one', async () => {
    expect(await reconnect(now(), {}, OTHER_ORIGIN)).toBe('401 installed.other_origin');
    expect(await event(first.signing_secret)).toBe('200 handled');
  });

  it('must be signed with the secret that it brings', async () => {
    const body = { ...installed(fresh), reconnect: true };
    expect(await lifecycle(body, { secret: first.signing_secret })).toBe('401 signature.invalid');
  });

  it('is rejected after the removal', async () => {
    expect(await lifecycle({ event: 'removed' }, {})).toBe('200 forgotten');
    expect(await reconnect(now())).toBe('410 installation.removed');
  });
});
