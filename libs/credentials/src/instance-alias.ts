/** Aliases of the operator's instances, as a publisher sees them in a release's `fleet` (contract §5). */
import { hkdfSync } from 'node:crypto';
import { aliasLetters } from './alias.js';

/** `node_` and 20 letters: stable for one publisher, and another one for every other. `master`: 32 bytes that only the hub has. */
export function instanceAlias(master: Buffer, publisherId: string, instanceId: string): string {
  if (master.length < 32) throw new RangeError('the alias key must have at least 32 bytes');
  const key = Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `kushk/instance-alias/v1/${publisherId}`, 32));
  return `node_${aliasLetters(key, instanceId)}`;
}
