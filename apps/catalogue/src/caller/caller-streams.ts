import type { CallerStreams } from '@kushk/broker';
import { streamRef } from '@kushk/decider';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { keyStream, type Key } from '../key/key.js';
import { memberStream, type Member } from '../member/member.js';
import { trustStream, type Trust } from '../trust/trust.js';

/** The staff of the hub, the keys of publishers and their members. */
export const callerStreams: CallerStreams = (actor) => {
  switch (actor.kind) {
    case 'staff':
      return { ref: streamRef(staffStream, staffIdOf(actor.subject)), rolesOf };
    case 'publisher':
      // A key that was exchanged ends with its trust, and nothing else ends it before its ten minutes are over.
      if (actor.trust_id !== undefined)
        return {
          ref: streamRef(trustStream, actor.trust_id),
          rolesOf: (trust: Trust) => rolesIn(actor.publisher_id, trust),
        };
      return { ref: streamRef(keyStream, actor.key_id), rolesOf: (key: Key) => rolesIn(actor.publisher_id, key) };
    case 'publisher_member':
      return {
        ref: streamRef(memberStream, actor.member_id),
        rolesOf: (member: Member) => rolesIn(actor.publisher_id, member),
      };
    default:
      return null;
  }
};

function rolesIn(publisherId: string, held: Key | Member | Trust): readonly string[] {
  return held.status === 'active' && held.publisherId === publisherId ? ['publisher'] : [];
}
