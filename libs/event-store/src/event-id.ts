import { randomFillSync } from 'node:crypto';

/** Random bytes fetched at a time: one call per id would cost more than all the rest of it. */
const poolBytes = 16_384;
const bytesPerId = 10;
const pool = Buffer.alloc(poolBytes);
let used = poolBytes;

/** A UUIDv7 (RFC 9562): milliseconds since 1970, then 74 random bits. */
export function newEventId(): string {
  if (used + bytesPerId > poolBytes) {
    randomFillSync(pool);
    used = 0;
  }
  const time = Date.now().toString(16).padStart(12, '0');
  const random = pool.toString('hex', used, used + bytesPerId);
  const variant = '89ab'.charAt((pool[used + 9] as number) & 3);
  used += bytesPerId;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
