import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

/** Number of random bytes fetched at once: a fetch for each id would cost more than the id itself. */
const poolBytes = 16_384;
const bytesPerId = 16;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** Creates a UUIDv7 (RFC 9562) with the current time in milliseconds. */
export function newEventId(): string {
  if (used + bytesPerId > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + bytesPerId);
  used += bytesPerId;
  return v7({ random });
}
