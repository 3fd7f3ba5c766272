/**
 * `Service-Signature: t=<unix>,v1=<hex>`: HMAC-SHA256 over `<t>.<body>` with the whole `ks_…` string as the key
 * (seed: Signature of calls from the service; contract §7). Stripe's published library verifies it as it is.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A plugin rejects a signature older than five minutes (seed: Limits). The same holds for one from the future. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Two secrets live at most during a rotation; a little room is left for schemes to come. */
const MAX_HEADER_LENGTH = 512;
const MAX_VALUES = 4;
/** A key shorter than this is a mistake of configuration, such as an empty environment variable. */
const MIN_SECRET_LENGTH = 16;

const ELEMENT = /^[a-z][a-z0-9]{0,7}=[A-Za-z0-9+/=_.-]{1,128}$/;
const TIMESTAMP = /^[1-9][0-9]{0,11}$/;
const HEX_SHA256 = /^[0-9a-f]{64}$/;

export type CallVerdict = 'valid' | 'missing' | 'malformed' | 'stale' | 'mismatch';
export interface CallClock {
  readonly nowSeconds: number;
  readonly toleranceSeconds?: number;
}

/**
 * The header's value. Several secrets (a rotation's overlap, new one first) give several `v1` values.
 * `body` is exactly what goes over the wire; `unixSeconds` a whole number.
 */
export function signCall(secrets: string | readonly string[], body: Uint8Array | string, unixSeconds: number): string {
  const list = typeof secrets === 'string' ? [secrets] : secrets;
  if (list.length === 0 || list.length > MAX_VALUES)
    throw new RangeError(`between 1 and ${MAX_VALUES} secrets sign a call`);
  if (!Number.isSafeInteger(unixSeconds) || unixSeconds <= 0)
    throw new RangeError('the time of a signature is a positive whole number of seconds');
  const values = list.map((secret) => {
    if (secret.length < MIN_SECRET_LENGTH) throw new RangeError('the signing secret is too short');
    return `v1=${digest(secret, unixSeconds, body).toString('hex')}`;
  });
  return [`t=${unixSeconds}`, ...values].join(',');
}

/** Whether any `v1` value of the header was made with any of the secrets over exactly this body, at most five minutes away from now. */
export function verifyCall(
  header: unknown,
  body: Uint8Array | string,
  secrets: string | readonly string[],
  clock: CallClock,
): boolean {
  return inspectCall(header, body, secrets, clock) === 'valid';
}

/** The same with the reason, for the log of a plugin's author. The reason never goes back over the wire. */
export function inspectCall(
  header: unknown,
  body: Uint8Array | string,
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
    // Every pair is compared, so that the time taken does not tell which one was right.
    for (const value of parsed.values) matches = timingSafeEqual(expected, value) || matches;
  }
  if (!matches) return 'mismatch';
  return Math.abs(clock.nowSeconds - parsed.unixSeconds) <= tolerance ? 'valid' : 'stale';
}

function digest(secret: string, unixSeconds: number, body: Uint8Array | string): Buffer {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest();
}

/** Exactly one `t`, at least one `v1`; unknown schemes are skipped so that a later one can stand beside them. Anything else is null. */
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
