import { callerStream, type CallerStreams } from '@kushk/broker';
import { streamRef } from '@kushk/decider';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import { keyStream } from '../key/key.js';
import { memberStream } from '../member/member.js';

/** The staff of the hub, the keys of publishers and their members. */
export const callerStreams: CallerStreams = (actor) => {
  switch (actor.kind) {
    case 'staff':
      return callerStream(streamRef(staffStream, staffIdOf(actor.subject)), rolesOf);
    case 'publisher':
      return callerStream(streamRef(keyStream, actor.key_id), (key) =>
        key.status === 'active' && key.publisherId === actor.publisher_id ? ['publisher'] : [],
      );
    case 'publisher_member':
      return callerStream(streamRef(memberStream, actor.member_id), (member) =>
        member.status === 'active' && member.publisherId === actor.publisher_id ? ['publisher'] : [],
      );
    default:
      return null;
  }
};
