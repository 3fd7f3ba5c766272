/** Aliases: a keyed hash in an alphabet without characters that look alike. */
import { createHmac } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ALIAS_LENGTH = 20;
const BITS_PER_CHARACTER = 5;

/** Returns 20 Crockford base32 characters: the first 100 bits of HMAC-SHA256 of the id. */
export function aliasLetters(key: Buffer, id: string): string {
  const digest = createHmac('sha256', key).update(id, 'utf8').digest('hex');
  let bits = BigInt(`0x${digest}`) >> BigInt(256 - ALIAS_LENGTH * BITS_PER_CHARACTER);
  let alias = '';
  for (let place = 0; place < ALIAS_LENGTH; place += 1) {
    alias = CROCKFORD.charAt(Number(bits & 31n)) + alias;
    bits >>= BigInt(BITS_PER_CHARACTER);
  }
  return alias;
}
