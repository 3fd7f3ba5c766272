/**
 * Aliases of installations, under which the hub and the publisher know them (docs/reference/usage.md). The instance
 * derives them, so that the hub receives no ids, and the plugin reads its own.
 */
import { hkdfSync } from 'node:crypto';
import { aliasLetters } from './alias.js';

/**
 * Returns `inst_` and 20 Crockford base32 characters. `peppers` are those of the instance, the newest first. The alias
 * stays the same when a pepper is added, because the oldest one is used.
 */
export function installationAlias(peppers: readonly Buffer[], installationId: string): string {
  const oldest = peppers.at(-1);
  if (oldest === undefined || oldest.length < 32) throw new RangeError('the oldest pepper must have at least 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', oldest, Buffer.alloc(0), 'kushk/installation-alias/v1', 32));
  return `inst_${aliasLetters(key, installationId)}`;
}
