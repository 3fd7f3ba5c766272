/** Aliases of instances, as publishers see them in the `fleet` resource of a release (docs/reference/releases.md). */
import { hkdfSync } from 'node:crypto';
import { aliasLetters } from './alias.js';

/**
 * Returns `node_` and 20 characters. The alias is stable for one publisher and different for every other. Only the
 * hub has the 32-byte `master` key.
 */
export function instanceAlias(master: Buffer, publisherId: string, instanceId: string): string {
  if (master.length < 32) throw new RangeError('the alias key must have at least 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `kushk/instance-alias/v1/${publisherId}`, 32));
  return `node_${aliasLetters(key, instanceId)}`;
}
