/**
 * `Service-Signature: t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>` with the whole `ks_…` string as the key
 * (docs/reference/wire-formats.md). Stripe's published library verifies it too.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A plugin rejects a call whose timestamp differs from the plugin's own clock by more than five minutes. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** The sender's limit: during a rotation a header has two values, the new secret's and the previous one's. */
const MAX_SIGNING_SECRETS = 2;
/**
 * The verifier's limits, which leave room for the signature schemes of later versions. They never limit the sender.
 */
const MAX_HEADER_LENGTH = 512;
const MAX_VALUES = 4;
/** A shorter secret indicates a configuration error, such as an empty environment variable. */
const MIN_SECRET_LENGTH = 16;

const ELEMENT = /^[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}$/;
const TIMESTAMP = /^[1-9][0-9]{0,11}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

export type CallVerdict = 'valid' | 'missing' | 'malformed' | 'stale' | 'mismatch';
export interface SignedCall {
  /** The value of the `Service-Signature` header as received. */
  readonly header: unknown;
  readonly body: Uint8Array | string;
}
export interface CallClock {
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

/**
 * Returns the value of the header. Two secrets (the overlap of a rotation, with the new secret first) produce two `v1`
 * values. Further secrets do not sign: a call is never withheld because a plugin rotates often. `body` contains exactly
 * the bytes that are sent.
 */
export function signCall(secrets: string | readonly string[], body: Uint8Array | string, unixSeconds: number): string {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (list.length === 0) throw new RangeError('at least one secret signs a call');
  if (!Number.isSafeInteger(unixSeconds) || unixSeconds <= 0)
    throw new RangeError('the time of a signature is a positive whole number of seconds');
  const values = list.slice(0, MAX_SIGNING_SECRETS).map((secret) => {
    if (secret.length < MIN_SECRET_LENGTH) throw new RangeError('the signing secret is too short');
    return `v1=${digest(secret, unixSeconds, body).toString('hex')}`;
  });
  return [`t=${unixSeconds}`, ...values].join(',');
}

/**
 * Whether one of the secrets signed exactly this body, with a timestamp at most five minutes before or after the
 * current time.
 */
export function verifyCall(call: SignedCall, secrets: string | readonly string[], clock: CallClock): boolean {
  return inspectCall(call, secrets, clock) === 'valid';
}

/**
 * Like `verifyCall`, but returns why the call is not valid. The plugin's author may log the reason, but must not send
 * it to the caller.
 */
export function inspectCall(
  { header, body }: SignedCall,
  secrets: string | readonly string[],
  clock: CallClock,
): CallVerdict {
  if (header === undefined || header === null || header === '') return 'missing';
  const parsed = typeof header === 'string' ? parseHeader(header) : null;
  if (parsed === null) return 'malformed';
  const tolerance = clock.toleranceSeconds ?? SIGNATURE_TOLERANCE_SECONDS;
  let matches = false;
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue;
    const expected = digest(secret, parsed.unixSeconds, body);
    // Every secret is compared with every signature, so that the duration does not reveal which pair matched.
    for (const value of parsed.values) matches = timingSafeEqual(expected, value) || matches;
  }
  if (!matches) return 'mismatch';
  return Math.abs(clock.nowSeconds - parsed.unixSeconds) <= tolerance ? 'valid' : 'stale';
}

function digest(secret: string, unixSeconds: number, body: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest();
}

/**
 * Parses exactly one `t` and at least one `v1`. Unknown schemes are skipped, so that later schemes can be added.
 * Returns null for any other header.
 */
function parseHeader(header: string): { unixSeconds: number; values: Buffer[] } | null {
  if (header.length > MAX_HEADER_LENGTH) return null;
  let unixSeconds: number | null = null;
  const values: Buffer[] = [];
  for (const element of header.split(',')) {
    if (!ELEMENT.test(element)) return null;
    const at = element.indexOf('=');
    const [scheme, value] = [element.slice(0, at), element.slice(at + 1)];
    if (scheme === 't') {
      if (unixSeconds !== null || !TIMESTAMP.test(value)) return null;
      unixSeconds = Number(value);
    } else if (scheme === 'v1') {
      if (!HEX_SHA256.test(value)) return null;
      values.push(Buffer.from(value, 'hex'));
    }
  }
  return unixSeconds === null || values.length === 0 || values.length > MAX_VALUES ? null : { unixSeconds, values };
}
