import { metaOf, type RequestContext } from '@kushk/broker';
import { forStream, streamRef } from '@kushk/decider';
import type { EventStore } from '@kushk/event-store';
import { log } from '@kushk/runtime';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import type { People } from '../../person/person.view.js';
import { personSessionStream, type Identity } from '../person-session.js';
import type { PersonSessions } from '../person-session.view.js';
import { endSession } from './end-session.js';

const SESSIONS_PER_PAGE = 50;

/**
 * Ends the sessions of people who have lost their last role. A session that is left over after a crash authorises
 * nothing, because every use also reads the membership.
 */
export class SessionEnder {
  constructor(
    private readonly store: EventStore,
    private readonly reads: { readonly people: People; readonly sessions: PersonSessions },
    private readonly now: () => Date,
  ) {}

  /**
   * Ends the sessions of the identity if it belongs to no organisation and not to the staff of the instance. Never
   * throws: the removal that it follows has been committed.
   */
  async endIfWithoutRole(identity: Identity, context: RequestContext): Promise<void> {
    try {
      await this.endAll(identity, context);
    } catch (err) {
      log.warn({ err, request_id: context.requestId }, 'sessions of a removed person could not be ended');
    }
  }

  private async endAll(identity: Identity, context: RequestContext): Promise<void> {
    const { people, sessions } = this.reads;
    const memberships = await people.memberships(identity.issuer, identity.subject, null);
    const { state: staff } = await this.store.load(streamRef(staffStream, staffIdOf(identity.subject)));
    if (memberships.length > 0 || rolesOf(staff).length > 0) return;
    const at = this.now();
    let start: string | null = null;
    for (;;) {
      const page = await sessions.list(identity, at, { start, limit: SESSIONS_PER_PAGE });
      for (const { stream_id, session_id } of page) {
        const command = { sessionId: session_id, reason: 'role_lost' as const, at: at.toISOString() };
        await this.store.run({
          name: 'EndSession',
          streams: { session: streamRef(personSessionStream, stream_id) },
          decide: ({ session }) => forStream('session', endSession(command, session)),
          meta: metaOf(context),
        });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < SESSIONS_PER_PAGE) return;
      start = last.session_id;
    }
  }
}
