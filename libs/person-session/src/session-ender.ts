import type { PersonSessionRequests, PersonWithRoles, RequestOf } from '@kushk/contracts';
import { forStream, streamRef } from '@kushk/decider';
import { EventStore, type CommandMeta } from '@kushk/event-store';
import { log, realNow } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { endSession } from './end-session.js';
import { endTokens } from './end-tokens.js';
import { PersonRoles } from './person-roles.js';
import { personSessionStream, tokensKeyOf, type SessionEnd } from './person-session.js';
import { PersonSessions, type ActiveSessionRow, type SessionFilter } from './person-sessions.view.js';
import { signOut } from './sign-out.js';

const SESSIONS_PER_PAGE = 50;

type EndOfProviderSession = RequestOf<PersonSessionRequests<PersonWithRoles>['endProviderSession']>;

/**
 * Ends sessions of people: of those who have lost their last role, and of those whom the provider signs out. A session
 * that is left over after a crash authorises nothing, because every use also reads the roles.
 */
@Injectable()
export class SessionEnder {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: PersonSessions,
    private readonly roles: PersonRoles,
  ) {}

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
      if (!withRole.has(issuer)) withRole.set(issuer, await this.roles.hasAny({ issuer, subject }));
      return withRole.get(issuer) === false;
    };
    const { issuer, subject } = person;
    const filter = { subject, ...(issuer !== undefined && { issuer }) };
    try {
      await this.endWhere(filter, { reason: 'role_lost', isEnded: lacksRole }, meta);
    } catch (err) {
      log.warn({ err }, 'sessions of a removed person could not be ended');
    }
  }

  /**
   * Ends the sessions and the tokens of the provider's session, or without a key those of the person. A repeated logout
   * token ends nothing that started after it, so a captured one cannot sign a person out again.
   */
  async endProviderSession(
    { issuer, subject, provider_session_key: key, issued_at }: EndOfProviderSession,
    meta: CommandMeta,
  ): Promise<void> {
    const issuedAt = new Date(issued_at);
    const reason = 'signed_out_at_provider' as const;
    const filter = {
      issuer,
      ...(subject !== null && { subject }),
      ...(key !== null && { provider_session_key: key }),
    };
    const isEnded = ({ started_at }: ActiveSessionRow): Promise<boolean> =>
      Promise.resolve(key !== null || started_at <= issuedAt);
    await this.endWhere(filter, { reason, isEnded }, meta);
    // Tokens end also when no session was started for them.
    const identity = { issuer, subject: subject ?? '' };
    const ofPerson = { ...identity, at: issued_at };
    const ofSession = { ...identity, reason, at: realNow().toISOString() };
    await this.store.run({
      name: key === null ? 'EndTokens' : 'SignOut',
      streams: { session: streamRef(personSessionStream, key ?? tokensKeyOf(identity)) },
      decide: ({ session }) =>
        forStream('session', key === null ? endTokens(ofPerson, session) : signOut(ofSession, session)),
      meta,
    });
  }

  /** Ends the sessions that the filter selects and `isEnded` confirms. */
  private async endWhere(
    filter: SessionFilter,
    { reason, isEnded }: { readonly reason: SessionEnd; readonly isEnded: (row: ActiveSessionRow) => Promise<boolean> },
    meta: CommandMeta,
  ): Promise<void> {
    const at = realNow();
    let start: string | null = null;
    for (;;) {
      const page: readonly ActiveSessionRow[] = await this.sessions.list(filter, at, {
        start,
        limit: SESSIONS_PER_PAGE,
      });
      for (const row of page) {
        if (!(await isEnded(row))) continue;
        const command = { sessionId: row.session_id, reason, at: at.toISOString() };
        await this.store.run({
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
