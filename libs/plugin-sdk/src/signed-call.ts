/** A call from the service to the plugin, with the raw bytes of its body. Verifies the call's signature. */
import { inspectCall, SIGNATURE_TOLERANCE_SECONDS, type CallVerdict } from '@kushk/credentials';
import { HttpError, parseObject } from './http.js';
import type { StoredInstallation } from './store.js';

export interface SignedCall {
  readonly body: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
  readonly signature: unknown;
  readonly issuerSignature: unknown;
  readonly installationId: string;
  readonly eventId: unknown;
  /** The version of the plugin that the installation runs; null when the call names none. */
  readonly pluginVersion: string | null;
  readonly now: Date;
}

/**
 * Parses a call. Throws `HttpError` 401 without a valid `Service-Installation-Id`, which selects the secret, and 400
 * for a body that is not a JSON object.
 */
export function readCall(headers: Readonly<Record<string, unknown>>, body: Buffer, now: Date): SignedCall {
  const installationId = headers['service-installation-id'];
  if (typeof installationId !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(installationId))
    throw new HttpError(401, 'signature.invalid', hintOf.missing);
  const pluginVersion = headers['service-plugin-version'];
  return {
    body,
    json: parseObject(body),
    installationId,
    now,
    signature: headers['service-signature'],
    issuerSignature: headers['service-issuer-signature'],
    eventId: headers['service-event-id'],
    pluginVersion: typeof pluginVersion === 'string' ? pluginVersion : null,
  };
}

/** As `requireSignature` for an installation that is stored here; null where none is. */
export function requireKnown(call: SignedCall, installation: StoredInstallation | null): void {
  if (installation === null && typeof call.signature === 'string')
    throw new HttpError(401, 'signature.invalid', notStored(call.installationId));
  requireSignature(call, installation === null ? [] : acceptedSecrets(installation, call.now));
}

const notStored = (id: string): string =>
  `No installation ${id} is stored here: a forged call, or the store of this plugin was lost or is another one. ` +
  `If it was lost, an admin issues new credentials: \`npx @kushk/cli store reconnect ${id}\`, or on its page.`;

/** Throws `HttpError` 401 unless the call was signed with one of the secrets at most five minutes ago. */
export function requireSignature(call: SignedCall, secrets: readonly string[]): void {
  const verdict = inspectCall({ header: call.signature, body: call.body }, secrets, { nowSeconds: nowSeconds(call) });
  if (verdict !== 'valid') throw new HttpError(401, 'signature.invalid', hintOf[verdict]);
}

/** What the author reads in the log of the plugin. */
const hintOf: Readonly<Record<Exclude<CallVerdict, 'valid'>, string>> = {
  missing:
    'No Service-Signature or Service-Installation-Id: not a call of the service. ' +
    'To try the plugin by hand, use `npx @kushk/cli dev tool NAME ARGUMENTS`, which signs.',
  malformed: 'Service-Signature is not of the form `t=<unix>,v1=<hex>`: check that no proxy changes the header.',
  stale:
    `Signed more than ${SIGNATURE_TOLERANCE_SECONDS} seconds before or after the time of this machine. ` +
    'Synchronise the clock (NTP), unless an old call is repeated.',
  mismatch:
    'No stored secret signed these bytes: a forged call, or a body that a proxy or middleware changed. ' +
    'If the secret was lost, an admin issues new credentials: `npx @kushk/cli store reconnect INSTALLATION`.',
};

/** Returns the secrets that are accepted now: the current one, and the previous ones until their overlap ends. */
export function acceptedSecrets(installation: StoredInstallation, now: Date): readonly string[] {
  return installation.signing_secrets
    .filter(({ accepted_until }) => accepted_until === null || Date.parse(accepted_until) > now.getTime())
    .map(({ secret }) => secret);
}

/** The Unix time in whole seconds. */
export function nowSeconds(call: SignedCall): number {
  return Math.floor(call.now.getTime() / 1000);
}
