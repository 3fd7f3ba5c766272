import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { base32 } from '@kushk/runtime';

const BYTES_PER_ID = 16;
const pool = Buffer.alloc(256 * BYTES_PER_ID);
let used = pool.length;

/**
 * Returns a new request id, `req_…`, in the format of `newId`. Random bytes are generated for 256 ids at once,
 * because generating them one by one would cost more than the rest of a small request. Ids of the same millisecond
 * are not ordered.
 */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += BYTES_PER_ID));
  return `req_${base32(v7({ random }, bytesOfId))}`;
}

const bytesOfId = new Uint8Array(BYTES_PER_ID);
