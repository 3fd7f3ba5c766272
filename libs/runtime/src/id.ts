import { v7 } from 'uuid';

/** What an id names, by its first letters (contract §3). */
export type IdPrefix =
  | 'pub'
  | 'key'
  | 'rel'
  | 'rev'
  | 'ins'
  | 'org'
  | 'per'
  | 'mus'
  | 'prp'
  | 'src'
  | 'rec'
  | 'rul'
  | 'hld'
  | 'wal'
  | 'ent'
  | 'grt'
  | 'chg'
  | 'tcl'
  | 'evt'
  | 'dlv'
  | 'cal'
  | 'cas'
  | 'ses'
  | 'doc'
  | 'mem'
  | 'msg'
  | 'aud'
  | 'hnd'
  | 'req';

/** Crockford's alphabet in lower case: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const characters = 26;

/**
 * A fresh id such as `prp_01k9…`: the 128 bits of a UUIDv7 in 26 characters of Crockford's base32. Ids of one
 * process sort as they were made; of several, by millisecond.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${base32(v7(undefined, new Uint8Array(16)))}`;
}

/** 16 bytes, most significant first, in 26 characters; the first character holds only 3 bits. */
export function base32(bytes: Uint8Array): string {
  let encoded = '';
  let pending = 0;
  let bits = 2; // 26 characters hold 130 bits: two leading zeros.
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      encoded += alphabet.charAt((pending >>> bits) & 31);
      pending &= (1 << bits) - 1;
    }
  }
  if (encoded.length !== characters) throw new RangeError(`expected 16 bytes, got ${bytes.length}`);
  return encoded;
}
