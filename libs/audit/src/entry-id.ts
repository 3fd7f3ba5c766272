/** The ids of audit entries: the event id of the fact, which is a UUIDv7 and therefore increases with time. */
import { base32 } from '@kushk/runtime';

const PREFIX = 'aud_';

/** Returns the entry id of a fact. It is the same whenever the fact is read again. */
export function entryIdOf(eventId: string): string {
  return PREFIX + base32(Buffer.from(eventId.replaceAll('-', ''), 'hex'));
}

/** The smallest id that an entry of this time can have. */
export function firstIdAt(time: Date): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, time.getTime()), 0, 6);
  return PREFIX + base32(bytes);
}
