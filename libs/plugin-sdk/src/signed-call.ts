/** A call from the service to the plugin, with the raw bytes of its body. Verifies the call's signature. */
import { verifyCall } from '@kushk/credentials';
import { HttpError, parseObject } from './http.js';
import type { StoredInstallation } from './store.js';

export interface SignedCall {
  readonly body: Buffer;
  readonly json: Readonly<Record<string, unknown>>;
  readonly signature: unknown;
  readonly issuerSignature: unknown;
  readonly installationId: string;
  readonly eventId: unknown;
  readonly now: Date;
}

/**
 * Parses a call. Throws `HttpError` 401 without a valid `Service-Installation-Id`, which selects the secret, and 400
 * for a body that is not a JSON object.
 */
export function readCall(headers: Readonly<Record<string, unknown>>, body: Buffer, now: Date): SignedCall {
  const installationId = headers['service-installation-id'];
  if (typeof installationId !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(installationId))
    throw new HttpError(401, 'signature.invalid');
  return {
    body,
    json: parseObject(body),
    installationId,
    now,
    signature: headers['service-signature'],
    issuerSignature: headers['service-issuer-signature'],
    eventId: headers['service-event-id'],
  };
}

/** Throws `HttpError` 401 unless the call was signed with one of the secrets at most five minutes ago. */
export function requireSignature(call: SignedCall, secrets: readonly string[]): void {
  if (!verifyCall({ header: call.signature, body: call.body }, secrets, { nowSeconds: nowSeconds(call) }))
    throw new HttpError(401, 'signature.invalid');
}

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
