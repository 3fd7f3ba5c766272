/** `POST /service/lifecycle`: credentials come, and go (seed: Calls from the service to a plugin). */
import { checkCredential } from '@kushk/credentials';
import { KushkClient } from './client.js';
import { Answered } from './exchange.js';
import { factsOf, type PluginDefinition } from './plugin-definition.js';
import { liveSecrets, nowSeconds, requireSignature, type SignedCall } from './signed-call.js';
import type { SigningSecret, StoredInstallation } from './store.js';
import { isLoopback, type IssuerCheck } from './trust.js';

/** Resends of a rotated secret come for a day, signed with the one before. */
const OLD_SECRET_MS = 48 * 60 * 60_000;

interface Credentials {
  readonly apiBase: string;
  readonly token: string;
  readonly secret: string;
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Stores the credentials, then welcomes them. The same ones again (a resend) change nothing. */
export async function installed(plugin: PluginDefinition, isIssuer: IssuerCheck, call: SignedCall): Promise<string> {
  const credentials = readCredentials(call);
  const known = await plugin.store.find(call.installationId);
  // A known installation proves itself by the secret it already has, an unknown one by the issuer alone.
  requireSignature(call, known === null ? [credentials.secret] : liveSecrets(known, call.now));
  await requireIssuer(plugin, isIssuer, call, new URL(credentials.apiBase).origin);
  if (await plugin.store.wasRemoved(call.installationId)) throw new Answered(410, 'installation.removed');

  const same =
    known !== null &&
    known.token === credentials.token &&
    known.signing_secrets[0]?.secret === credentials.secret &&
    known.api_base === credentials.apiBase;
  if (same && known.welcomed) return 'repeated';
  const stored: StoredInstallation = {
    installation_id: call.installationId,
    api_base: credentials.apiBase,
    token: credentials.token,
    signing_secrets: secretsAfter(known, credentials.secret, call.now),
    scopes: credentials.scopes,
    settings: credentials.settings,
    stored_at: call.now.toISOString(),
    welcomed: false,
  };
  await plugin.store.save(stored);
  await plugin.onInstalled?.({
    installation: factsOf(stored),
    client: new KushkClient({ apiBase: stored.api_base, token: stored.token }),
  });
  await plugin.store.save({ ...stored, welcomed: true });
  return 'stored';
}

/** Forgets the credentials. One that is not known (never arrived, or removed before) only has to come from a trusted issuer. */
export async function removed(plugin: PluginDefinition, isIssuer: IssuerCheck, call: SignedCall): Promise<string> {
  const known = await plugin.store.find(call.installationId);
  if (known !== null) requireSignature(call, liveSecrets(known, call.now));
  await requireIssuer(plugin, isIssuer, call, known === null ? null : new URL(known.api_base).origin);
  if (known === null) return 'repeated';
  await plugin.onRemoved?.(factsOf(known));
  await plugin.store.remove(call.installationId);
  return 'forgotten';
}

/** Gets a new token or signing secret and stores it. The old one goes on for the overlap, should this process die in between. */
export async function rotated(
  plugin: PluginDefinition,
  installationId: string,
  what: 'token' | 'signing_secret',
  now: Date,
): Promise<void> {
  const known = await plugin.store.find(installationId);
  if (known === null) throw new Error(`no such installation: ${installationId}`);
  const fresh = await new KushkClient({ apiBase: known.api_base, token: known.token }).rotate(what);
  await plugin.store.save({
    ...known,
    token: fresh.token ?? known.token,
    signing_secrets:
      fresh.signing_secret === undefined ? known.signing_secrets : secretsAfter(known, fresh.signing_secret, now),
  });
}

async function requireIssuer(
  plugin: PluginDefinition,
  isIssuer: IssuerCheck,
  call: SignedCall,
  origin: string | null,
): Promise<void> {
  const verdict = await isIssuer({
    signature: call.issuerSignature,
    body: call.body,
    pluginId: plugin.id,
    origin,
    nowSeconds: nowSeconds(call),
  });
  if (verdict === 'untrusted') throw new Answered(401, 'issuer.untrusted');
}

function readCredentials(call: SignedCall): Credentials {
  const { installation_id, api_base, token, signing_secret, scopes, settings } = call.json;
  const sound =
    installation_id === call.installationId &&
    isApiBase(api_base, call.installationId) &&
    checkCredential('ki', token) &&
    checkCredential('ks', signing_secret) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string') &&
    typeof settings === 'object' &&
    settings !== null &&
    !Array.isArray(settings);
  if (!sound) throw new Answered(400, 'request.invalid');
  return {
    apiBase: api_base,
    token,
    secret: signing_secret,
    scopes: scopes as readonly string[],
    settings: settings as Record<string, unknown>,
  };
}

/** `<service_origin>/i/{installation_id}/plugin/v1`, over https unless it is this machine. */
function isApiBase(value: unknown, installationId: string): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return (
    secure &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    url.pathname.endsWith(`/i/${installationId}/plugin/v1`)
  );
}

function secretsAfter(known: StoredInstallation | null, current: string, now: Date): readonly SigningSecret[] {
  const until = new Date(now.getTime() + OLD_SECRET_MS).toISOString();
  const before = (known?.signing_secrets ?? []).filter(({ secret }) => secret !== current);
  return [
    { secret: current, until: null },
    ...before.slice(0, 1).map((old) => ({ secret: old.secret, until: old.until ?? until })),
  ];
}
