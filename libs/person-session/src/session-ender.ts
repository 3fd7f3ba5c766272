import { forStream, streamRef } from '@kushk/decider';
import type { CommandMeta, EventStore } from '@kushk/event-store';
import { endSession } from './end-session.js';
import { personSessionStream, type Identity, type SessionEnd } from './person-session.js';
import type { ActiveSessionRow, PersonSessions, SessionFilter } from './person-sessions.view.js';

const SESSIONS_PER_PAGE = 50;

interface Dependencies {
  readonly store: EventStore;
  readonly sessions: PersonSessions;
  readonly now: () => Date;
  /** Whether the person has any role here. */
  readonly hasRole: (identity: Identity) => Promise<boolean>;
  /** Receives the error when sessions could not be ended. */
  readonly report: (error: unknown) => void;
}

/**
 * Ends sessions of people: of those who have lost their last role, and of those whom the provider signs out. A session
 * that is left over after a crash authorises nothing, because every use also reads the roles.
 */
export class SessionEnder {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Ends the sessions of a person who has no role any more. Without an issuer, those of the subject at every provider:
   * staff are stored by subject. Never throws: the removal that it follows has been committed.
   */
  async endIfWithoutRole(
    person: { readonly issuer?: string; readonly subject: string },
    meta: CommandMeta,
  ): Promise<void> {
    const withRole = new Map<string, boolean>();
    const lacksRole = async ({ issuer, subject }: ActiveSessionRow): Promise<boolean> => {
      if (!withRole.has(issuer)) withRole.set(issuer, await this.dependencies.hasRole({ issuer, subject }));
      return withRole.get(issuer) === false;
    };
    const { issuer, subject } = person;
    const filter = { subject, ...(issuer !== undefined && { issuer }) };
    try {
      await this.endWhere(filter, { reason: 'role_lost', isEnded: lacksRole }, meta);
    } catch (error) {
      this.dependencies.report(error);
    }
  }

  /** Ends the sessions that the filter selects and `isEnded` confirms. */
  async endWhere(
    filter: SessionFilter,
    { reason, isEnded }: { readonly reason: SessionEnd; readonly isEnded: (row: ActiveSessionRow) => Promise<boolean> },
    meta: CommandMeta,
  ): Promise<void> {
    const { store, sessions, now } = this.dependencies;
    const at = now();
    let start: string | null = null;
    for (;;) {
      const page: readonly ActiveSessionRow[] = await sessions.list(filter, at, { start, limit: SESSIONS_PER_PAGE });
      for (const row of page) {
        if (!(await isEnded(row))) continue;
        const command = { sessionId: row.session_id, reason, at: at.toISOString() };
        await store.run({
          name: 'EndSession',
          streams: { session: streamRef(personSessionStream, row.stream_id) },
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
