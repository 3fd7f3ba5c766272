import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { base32 } from '@kushk/runtime';

const BYTES_PER_ID = 16;
const pool = Buffer.alloc(256 * BYTES_PER_ID);
let used = pool.length;

/**
 * A fresh `req_…`, shaped like every id of ours (`newId`). Random bytes are drawn for 256 ids at once: one by one they
 * cost more than the rest of a small request's own work. Ids of one millisecond do not sort as they were made.
 */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += BYTES_PER_ID));
  return `req_${base32(v7({ random }, new Uint8Array(BYTES_PER_ID)))}`;
}
