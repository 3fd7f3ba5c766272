import { v7 } from 'uuid';
import { randomBytesOfId } from './random-bytes.js';

/** An id's prefix names the kind of the identified object (docs/reference/wire-formats.md). */
export type IdPrefix =
  | 'pub'
  | 'tru'
  | 'key'
  | 'acd'
  | 'acc'
  | 'rel'
  | 'rev'
  | 'ins'
  | 'org'
  | 'per'
  | 'pss'
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
  | 'rvk'
  | 'rvs'
  | 'car'
  | 'tcl'
  | 'evt'
  | 'dlv'
  | 'cal'
  | 'cas'
  | 'ses'
  | 'doc'
  | 'mem'
  | 'msg'
  | 'ntf'
  | 'aud'
  | 'cmt'
  | 'hnd'
  | 'req';

/** Crockford's base32 alphabet in lower case: without i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const BYTES = 16;
/** The bytes of the id that is made now. */
const bytesOfId = new Uint8Array(BYTES);

/**
 * Creates an id such as `prp_01k9…`: the 128 bits of a UUIDv7 as 26 characters of Crockford's base32. The ids of one
 * process sort in the order of creation, the ids of several processes sort by millisecond.
 */
export function newId(prefix: IdPrefix): string {
  const random = randomBytesOfId();
  const { msecs, seq } = nextPlace(random);
  return `${prefix}_${base32(v7({ random, msecs, seq }, bytesOfId))}`;
}

let last = { msecs: 0, seq: 0 };
const MAX_SEQUENCE = 0xff_ff_ff_ff;

/**
 * Time and sequence number of the next id. In each millisecond the number starts at a random one below 2^31 (RFC 9562,
 * section 6.2, method 1).
 */
function nextPlace(random: Uint8Array): { readonly msecs: number; readonly seq: number } {
  const now = Date.now();
  if (now > last.msecs) {
    const [a = 0, b = 0, c = 0, d = 0] = random.subarray(6, 10);
    last = { msecs: now, seq: ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d };
  } else if (last.seq < MAX_SEQUENCE) last = { msecs: last.msecs, seq: last.seq + 1 };
  else last = { msecs: last.msecs + 1, seq: 0 };
  return last;
}

/** The two characters of each number of ten bits. */
const pairs = Array.from({ length: 1024 }, (_, number) => alphabet.charAt(number >>> 5) + alphabet.charAt(number & 31));

/** Encodes 16 bytes, most significant first, as 26 characters. The first character holds only 3 bits. */
export function base32(bytes: Uint8Array): string {
  if (bytes.length !== BYTES) throw new RangeError(`expected ${BYTES} bytes, got ${bytes.length}`);
  let encoded = '';
  let pending = 0;
  let bits = 2; // 26 characters are 130 bits, so two leading bits are zero.
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    encoded += pairs[pending >>> bits] as string;
    pending &= (1 << bits) - 1;
  }
  return encoded;
}
