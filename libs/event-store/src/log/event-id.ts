import { randomBytesOfId } from '@kushk/runtime/random-bytes';
import { v7 } from 'uuid';

/** Creates a UUIDv7 (RFC 9562) with the current time in milliseconds. */
export function newEventId(): string {
  return v7({ random: randomBytesOfId() });
}
