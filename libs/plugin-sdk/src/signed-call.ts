/** One call from the service, with its raw bytes, and whether it is what it says. */
import { verifyCall } from '@kushk/credentials';
import { Answered, parseObject } from './exchange.js';
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

/** Puts the parts together. `Answered` 400 for what is no JSON object, 401 without the header that says which secret to try. */
export function readCall(headers: Readonly<Record<string, unknown>>, body: Buffer, now: Date): SignedCall {
  const installationId = headers['service-installation-id'];
  if (typeof installationId !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(installationId))
    throw new Answered(401, 'signature.invalid');
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

/** `Answered` 401 unless the call is signed with one of the secrets, at most five minutes ago. */
export function requireSignature(call: SignedCall, secrets: readonly string[]): void {
  if (!verifyCall(call.signature, call.body, secrets, { nowSeconds: nowSeconds(call) }))
    throw new Answered(401, 'signature.invalid');
}

/** The secrets that count now: the current one, and those whose overlap has not ended. */
export function liveSecrets(installation: StoredInstallation, now: Date): readonly string[] {
  return installation.signing_secrets
    .filter(({ until }) => until === null || Date.parse(until) > now.getTime())
    .map(({ secret }) => secret);
}

/** Whole seconds since 1970. */
export function nowSeconds(call: SignedCall): number {
  return Math.floor(call.now.getTime() / 1000);
}
