/**
 * The credentials that are shown once: publisher key `kp_`, registry key `kr_`, installation token `ki_`, signing
 * secret `ks_` and access code `ka_`.
 * A credential consists of a prefix, 30 random base62 characters, and the CRC32 of both in 6 base62 characters
 * (docs/reference/wire-formats.md). The checksum rejects a mistyped or invented credential without a database query.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

export type CredentialKind = 'kp' | 'kr' | 'ki' | 'ks' | 'ka';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
/** Bytes above this limit would make the first characters of the alphabet more likely than the others. */
const UNBIASED_BYTES = 256 - (256 % ALPHABET.length);
/** The pattern for scanners that search for leaked credentials. The checksum excludes other strings that match. */
const SHAPE = /^(kp|kr|ki|ks|ka)_[0-9A-Za-z]{36}$/;
const SHA256_BLOCK_BYTES = 64;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** The key of an HMAC, combined with the two pads. */
interface Pads {
  readonly inner: Buffer;
  readonly outer: Buffer;
}
const pepperPads = new WeakMap<Buffer, Pads>();

/** Creates a credential, e.g. `kp_` and 36 characters (178 random bits). */
export function newCredential(kind: CredentialKind): string {
  const body = `${kind}_${randomBase62(RANDOM_LENGTH)}`;
  return body + checksum(body);
}

/** Whether the string is a well-formed credential of this kind: prefix, length, alphabet and checksum. */
export function checkCredential(kind: CredentialKind, text: unknown): text is string {
  if (typeof text !== 'string' || !SHAPE.test(text) || !text.startsWith(`${kind}_`)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return timingSafeEqual(Buffer.from(text.slice(-CHECKSUM_LENGTH)), Buffer.from(checksum(body)));
}

/**
 * The hash by which a credential is stored and looked up: HMAC-SHA256 with a pepper that is not in the database, as
 * 64 hex characters.
 */
export function hashCredential(pepper: Buffer, text: string): string {
  if (pepper.length < 32) throw new RangeError('the pepper must have at least 32 bytes');
  const { inner, outer } = padsOf(pepper);
  // Not as a `Buffer`: its memory takes five times as long to allocate as the hash takes.
  const digest = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'binary');
  return hash('sha256', Buffer.concat([outer, Buffer.from(digest, 'binary')]));
}

/**
 * HMAC as two hashes (RFC 2104), because nearly every request of a plugin needs one. `createHmac` creates an object of
 * OpenSSL and one for the garbage collector, which made it the most expensive function of the gateway.
 */
function padsOf(pepper: Buffer): Pads {
  let pads = pepperPads.get(pepper);
  if (pads === undefined) {
    const key = Buffer.alloc(SHA256_BLOCK_BYTES);
    (pepper.length > SHA256_BLOCK_BYTES ? hash('sha256', pepper, 'buffer') : pepper).copy(key);
    const paddedWith = (pad: number): Buffer => Buffer.from(key.map((byte) => byte ^ pad));
    pads = { inner: paddedWith(INNER_PAD), outer: paddedWith(OUTER_PAD) };
    pepperPads.set(pepper, pads);
  }
  return pads;
}

/**
 * The last four characters, by which people distinguish their credentials. They belong to the checksum, so more than
 * 128 random bits stay secret.
 */
export function last4(text: string): string {
  return text.slice(-4);
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
