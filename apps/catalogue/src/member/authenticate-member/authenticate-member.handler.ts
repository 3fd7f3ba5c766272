import { queryHandler, respond } from '@kushk/broker';
import { catalogueMembers } from '@kushk/contracts';
import { refuse, streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { PersonSessions } from '@kushk/person-session';
import { publisherStream } from '../../publisher/publisher.js';
import { memberIdOf, memberStream } from '../member.js';

/** Reads the stored membership on every request, so that a change counts from the next request on, on every gateway. */
export const AuthenticateMemberHandler = queryHandler(
  catalogueMembers.authenticateMember,
  { store: EventStore, sessions: PersonSessions },
  async ({ publisher_id: publisherId, ...signIn }, { store, sessions }) => {
    if (await sessions.isSignedOut(signIn)) return refuse('auth.token_invalid');
    const { subject } = signIn;
    const id = memberIdOf(publisherId, subject);
    const [{ state: publisher }, { state: member }] = await Promise.all([
      store.load(streamRef(publisherStream, publisherId)),
      store.load(streamRef(memberStream, id)),
    ]);
    if (publisher.status === 'absent' || member.status !== 'active')
      return refuse('publisher.not_found', { id: publisherId });
    return respond({
      publisher: { id: publisherId, name: publisher.name },
      member: { id, subject, name: member.name },
    });
  },
);
