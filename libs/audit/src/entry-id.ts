/**
 * The ids of audit entries. They contain the time of the fact and its position in the log of its service, so that they
 * have the order of the entries, also of several facts of one transaction.
 */
import { base32 } from '@kushk/runtime';
import type { RecordedFact } from '@kushk/event-store';

const PREFIX = 'aud_';
const TIME_BYTES = 6;
const POSITION_BYTES = 8;
const CATEGORY_BYTES = 2;

/** Returns the entry id of a fact: the same one whenever the fact is read from the log again. */
export function entryIdOf({ at, position, category }: Pick<RecordedFact, 'at' | 'position' | 'category'>): string {
  const bytes = bytesOf(at);
  bytes.writeBigUInt64BE(position, TIME_BYTES);
  // Two services may have facts of the same time and position. No category is audited by two services of one side.
  bytes.writeUInt16BE(hashOf(category), TIME_BYTES + POSITION_BYTES);
  return PREFIX + base32(bytes);
}

/** The smallest id that an entry of this time can have. */
export function firstIdAt(time: Date): string {
  return PREFIX + base32(bytesOf(time));
}

function bytesOf(time: Date): Buffer {
  const bytes = Buffer.alloc(TIME_BYTES + POSITION_BYTES + CATEGORY_BYTES);
  bytes.writeUIntBE(Math.max(0, time.getTime()), 0, TIME_BYTES);
  return bytes;
}

/** FNV-1a, folded to 16 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash >>> 16) ^ hash) & 0xffff;
}
