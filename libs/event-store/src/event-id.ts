import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Random bytes fetched at a time: a fetch per id costs more than the id itself. */
const poolBytes = 16_384;
const bytesPerId = 16;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** A UUIDv7 (RFC 9562) of the current millisecond. */
export function newEventId(): string {
  if (used + bytesPerId > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + bytesPerId);
  used += bytesPerId;
  return v7({ random });
}
