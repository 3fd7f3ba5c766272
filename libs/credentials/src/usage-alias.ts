/**
 * Aliases of installations in a publisher's usage report: stable for that publisher, meaningless to others
 * (docs/reference/usage.md).
 */
import { hkdfSync } from 'node:crypto';
import { aliasLetters } from './alias.js';

/** The key for one publisher: 32 bytes derived from the hub's master key with HKDF-SHA256. */
export function usageAliasKey(master: Buffer, publisherId: string): Buffer {
  if (master.length < 32) throw new RangeError('the alias key must have at least 32 bytes');
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `kushk/usage-alias/v1/${publisherId}`, 32));
}

/** Returns `inst_` and 20 Crockford base32 characters: the first 100 bits of HMAC-SHA256 of the installation id. */
export function usageAlias(key: Buffer, installationId: string): string {
  return `inst_${aliasLetters(key, installationId)}`;
}
