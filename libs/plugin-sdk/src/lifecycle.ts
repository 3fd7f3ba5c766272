/** `POST /service/lifecycle`: `installed` delivers the credentials of an installation, `removed` ends it. */
import { checkCredential } from '@kushk/credentials';
import { KushkClient } from './client.js';
import { HttpError } from './http.js';
import { withoutSecrets, type PluginDefinition } from './plugin-definition.js';
import { acceptedSecrets, nowSeconds, requireSignature, type SignedCall } from './signed-call.js';
import type { SigningSecret, StoredInstallation } from './store.js';
import { isLoopback, type VerifyIssuer } from './trust.js';

/** How long a replaced secret is accepted. The service signs repeated `installed` calls with it for the first day. */
const PREVIOUS_SECRET_MS = 48 * 60 * 60_000;

const UNTRUSTED_HINT =
  'No trusted key signed this call for this plugin and this address. Check that `id` is the id of the manifest, and ' +
  'that `trust` names the hub (`{hub}/.well-known/jwks.json`) or the instance, and can be reached from here.';

interface Credentials {
  readonly alias: string;
  readonly apiBase: string;
  readonly token: string;
  readonly secret: string;
  readonly scopes: readonly string[];
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether the admin replaced credentials that the plugin may have lost. */
  readonly isReconnect: boolean;
}

/**
 * Stores the credentials and runs `onInstalled`. A repeated call with the same credentials changes nothing.
 *
 * Calls of a known installation are verified with the stored secret. The call for a new one, and the call after a
 * reconnect, carry the secret that verifies them, so only the issuer signature proves their origin. A reconnect must
 * also come from the stored origin, and be signed later than the credentials that it replaces.
 */
export async function handleInstalled(
  plugin: PluginDefinition,
  verifyIssuer: VerifyIssuer,
  call: SignedCall,
): Promise<string> {
  const credentials = readCredentials(call);
  const known = await plugin.store.find(call.installationId);
  const { isReconnect } = credentials;
  requireSignature(call, known === null || isReconnect ? [credentials.secret] : acceptedSecrets(known, call.now));
  const { origin } = new URL(credentials.apiBase);
  const issuedAt = await requireIssuer(verifyIssuer, call, { pluginId: plugin.id, origin });
  if (await plugin.store.wasRemoved(call.installationId)) throw new HttpError(410, 'installation.removed');
  if (known !== null && isReconnect) requireReplacement(known, { origin, issuedAt });

  const isRepeated =
    known !== null &&
    known.token === credentials.token &&
    known.signing_secrets[0]?.secret === credentials.secret &&
    known.api_base === credentials.apiBase;
  if (isRepeated && known.setup_done) return 'repeated';
  const stored: StoredInstallation = {
    installation_id: call.installationId,
    alias: credentials.alias,
    api_base: credentials.apiBase,
    token: credentials.token,
    signing_secrets: secretsAfter(isReconnect ? null : known, credentials.secret, call.now),
    scopes: credentials.scopes,
    settings: credentials.settings,
    issued_at: issuedAt,
    stored_at: call.now.toISOString(),
    setup_done: false,
  };
  await plugin.store.save(stored);
  await plugin.onInstalled?.({
    installation: withoutSecrets(stored),
    client: new KushkClient({ apiBase: stored.api_base, token: stored.token }),
    version: call.pluginVersion,
  });
  await plugin.store.save({ ...stored, setup_done: true });
  return 'stored';
}

/**
 * Deletes the credentials. For an unknown installation (never installed, or already removed) a trusted issuer
 * signature is enough, because there is no secret to verify the call with.
 */
export async function handleRemoved(
  plugin: PluginDefinition,
  verifyIssuer: VerifyIssuer,
  call: SignedCall,
): Promise<string> {
  const known = await plugin.store.find(call.installationId);
  if (known !== null) requireSignature(call, acceptedSecrets(known, call.now));
  const origin = known === null ? null : new URL(known.api_base).origin;
  await requireIssuer(verifyIssuer, call, { pluginId: plugin.id, origin });
  if (known === null) return 'repeated';
  await plugin.onRemoved?.(withoutSecrets(known));
  await plugin.store.remove(call.installationId);
  return 'forgotten';
}

/**
 * Requests a new token or signing secret and stores it. The previous one stays valid for the overlap, in case this
 * process crashes before it stores the new one. A superseded token can be used but not rotated again
 * (`auth.token_superseded`): after such a crash the organisation's admin rotates.
 */
export async function rotateCredential(
  plugin: PluginDefinition,
  installationId: string,
  what: 'token' | 'signing_secret',
): Promise<void> {
  const known = await plugin.store.find(installationId);
  if (known === null) throw new Error(`the installation ${installationId} is unknown or was removed`);
  const rotated = await new KushkClient({ apiBase: known.api_base, token: known.token }).rotate(what);
  const issued = 'token' in rotated ? rotated.token : rotated.signing_secret;
  // The answer with the new credential was lost, and its repetition does not contain it.
  if (issued === null)
    throw new Error(`the new ${what} was lost; the previous one is valid until ${rotated.previous_valid_until}`);
  await plugin.store.save(
    what === 'token'
      ? { ...known, token: issued }
      : { ...known, signing_secrets: secretsAfter(known, issued, new Date()) },
  );
}

/** Throws unless the call may replace the credentials of a known installation without their secret. */
function requireReplacement(
  known: StoredInstallation,
  { origin, issuedAt }: { readonly origin: string; readonly issuedAt: number },
): void {
  if (new URL(known.api_base).origin !== origin)
    throw new HttpError(401, 'installed.other_origin', 'Another instance tries to replace the credentials.');
  if (issuedAt <= known.issued_at)
    throw new HttpError(401, 'installed.replayed', 'The call was signed before the stored credentials.');
}

/** Returns when the issuer signed. */
async function requireIssuer(
  verifyIssuer: VerifyIssuer,
  call: SignedCall,
  expected: { readonly pluginId: string; readonly origin: string | null },
): Promise<number> {
  const { issuerSignature: signature, body } = call;
  const { isTrusted, issuedAt, requests } = await verifyIssuer({
    signature,
    body,
    ...expected,
    nowSeconds: nowSeconds(call),
  });
  if (isTrusted) return issuedAt;
  const places = requests.map(({ url, result }) => `${url} (${result})`).join(' and ');
  const where = places === '' ? '' : ` Keys were requested from ${places}.`;
  throw new HttpError(401, 'issuer.untrusted', `${UNTRUSTED_HINT}${where}`);
}

function readCredentials(call: SignedCall): Credentials {
  const { installation_id, alias, api_base, token, signing_secret, scopes, settings, reconnect } = call.json;
  const isValid =
    installation_id === call.installationId &&
    typeof alias === 'string' &&
    isApiBase(api_base, call.installationId) &&
    checkCredential('ki', token) &&
    checkCredential('ks', signing_secret) &&
    Array.isArray(scopes) &&
    scopes.every((scope) => typeof scope === 'string') &&
    typeof settings === 'object' &&
    settings !== null &&
    !Array.isArray(settings) &&
    (reconnect === undefined || typeof reconnect === 'boolean');
  if (!isValid) throw new HttpError(400, 'request.invalid');
  return {
    alias,
    apiBase: api_base,
    token,
    secret: signing_secret,
    scopes: scopes as readonly string[],
    settings: settings as Record<string, unknown>,
    isReconnect: reconnect === true,
  };
}

/**
 * Whether the value has the form `<service_origin>/i/{installation_id}/plugin/v1`, with https except on a loopback
 * address.
 */
export function isApiBase(value: unknown, installationId: string): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return (
    isSecure &&
    url.username === '' &&
    url.search === '' &&
    url.hash === '' &&
    url.pathname.endsWith(`/i/${installationId}/plugin/v1`)
  );
}

/** Returns the new secret and the one that it replaces. */
export function secretsAfter(known: StoredInstallation | null, current: string, now: Date): readonly SigningSecret[] {
  const acceptedUntil = new Date(now.getTime() + PREVIOUS_SECRET_MS).toISOString();
  const [previous] = (known?.signing_secrets ?? []).filter(({ secret }) => secret !== current);
  const secrets: SigningSecret[] = [{ secret: current, accepted_until: null }];
  if (previous !== undefined)
    secrets.push({ secret: previous.secret, accepted_until: previous.accepted_until ?? acceptedUntil });
  return secrets;
}
