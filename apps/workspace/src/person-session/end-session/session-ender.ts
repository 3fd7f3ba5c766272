import { forStream, streamRef } from '@kushk/decider';
import type { CommandMeta, EventStore } from '@kushk/event-store';
import { rolesOf, staffIdOf, staffStream } from '@kushk/staff';
import type { People } from '../../person/person.view.js';
import { personSessionStream, type Identity } from '../person-session.js';
import type { PersonSessions } from '../person-session.view.js';
import { endSession } from './end-session.js';

const SESSIONS_PER_PAGE = 50;

interface Dependencies {
  readonly store: EventStore;
  readonly people: People;
  readonly sessions: PersonSessions;
  readonly now: () => Date;
  /** Receives the error when sessions could not be ended. */
  readonly report: (error: unknown) => void;
}

/**
 * Ends the sessions of people who have lost their last role. A session that is left over after a crash authorises
 * nothing, because every use also reads the membership.
 */
export class SessionEnder {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Ends the sessions of the identity if it belongs to no organisation and not to the staff of the instance. Never
   * throws: the removal that it follows has been committed.
   */
  async endIfWithoutRole(identity: Identity, meta: CommandMeta): Promise<void> {
    try {
      await this.endAll(identity, meta);
    } catch (error) {
      this.dependencies.report(error);
    }
  }

  private async endAll(identity: Identity, meta: CommandMeta): Promise<void> {
    const { store, people, sessions, now } = this.dependencies;
    const memberships = await people.memberships(identity.issuer, identity.subject, null);
    const { state: staff } = await store.load(streamRef(staffStream, staffIdOf(identity.subject)));
    if (memberships.length > 0 || rolesOf(staff).length > 0) return;
    const at = now();
    let start: string | null = null;
    for (;;) {
      const page = await sessions.list(identity, at, { start, limit: SESSIONS_PER_PAGE });
      for (const { stream_id, session_id } of page) {
        const command = { sessionId: session_id, reason: 'role_lost' as const, at: at.toISOString() };
        await store.run({
          name: 'EndSession',
          streams: { session: streamRef(personSessionStream, stream_id) },
          decide: ({ session }) => forStream('session', endSession(command, session)),
          meta,
        });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < SESSIONS_PER_PAGE) return;
      start = last.session_id;
    }
  }
}
