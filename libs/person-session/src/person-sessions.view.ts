/** The sessions of people: those that are active, and the sign-ins that were ended. */
import type { SignIn } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { batchLoader, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, LessThan, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import {
  endsAt,
  personSessionStream,
  tokensKeyOf,
  USE_RECORDED_EVERY_SECONDS,
  type Identity,
  type SessionEnd,
  type SessionKind,
} from './person-session.js';

@Entity('person_sessions')
export class PersonSessionRow {
  /** The `session_key` of the sign-in. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') issuer: string;
  @Column('text') subject: string;
  @Column('text') kind: SessionKind;
  /** Null while the session is active. */
  @Column('text', { nullable: true }) ended: SessionEnd | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  /** From here on null in the row of a sign-in that was ended. */
  @Column('text', { nullable: true }) session_id: string | null;
  @Column('text', { nullable: true }) name: string | null;
  @Column('text', { nullable: true }) provider_session_key: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
  @Column('timestamptz', { nullable: true }) expires_at: Date | null;
  /** When the session ends if it is not used again; not after `expires_at`. */
  @Column('timestamptz', { nullable: true }) ends_at: Date | null;
}
export type ActiveSessionRow = PersonSessionRow & {
  readonly [Name in 'session_id']: string;
} & { readonly [Name in 'started_at' | 'last_used_at' | 'expires_at' | 'ends_at']: Date };

const NO_SESSION = {
  session_id: null,
  name: null,
  provider_session_key: null,
  user_agent: null,
  started_at: null,
  last_used_at: null,
  expires_at: null,
  ends_at: null,
};

export const personSessionsView = stateView({
  entity: PersonSessionRow,
  of: personSessionStream,
  row: (session) => {
    switch (session.status) {
      case 'absent':
        return null;
      case 'active':
        return {
          issuer: session.issuer,
          subject: session.subject,
          kind: session.kind,
          ended: null,
          ended_at: null,
          session_id: session.sessionId,
          name: session.name,
          provider_session_key: session.providerSessionKey,
          user_agent: session.userAgent,
          started_at: new Date(session.startedAt),
          last_used_at: new Date(session.lastUsedAt),
          expires_at: new Date(session.expiresAt),
          ends_at: endsAt(session),
        };
      case 'ended': {
        const { kind, issuer, subject, reason, endedAt } = session;
        // A cookie without a row is not accepted. A token proves the sign-in by itself, so its end must be known.
        if (kind === 'browser') return null;
        return { issuer, subject, kind, ended: reason, ended_at: new Date(endedAt), ...NO_SESSION };
      }
      default:
        return unreachable(session);
    }
  },
});

/** Selects sessions that have not ended. Fields that are absent select nothing by themselves. */
export interface SessionFilter {
  readonly issuer?: string;
  readonly subject?: string;
  readonly provider_session_key?: string;
}
export interface SessionPage {
  /** The id after which the page begins. */
  readonly start: string | null;
  readonly limit: number;
}

/** Nothing is cached, so that the end of a session applies to the next request. */
@Injectable()
export class PersonSessions {
  private readonly signIns = batchLoader(async (keys: readonly string[]) => {
    const rows = await this.rows.findBy({ stream_id: In([...keys]) });
    return new Map(rows.map((row) => [row.stream_id, row]));
  });

  constructor(@InjectRepository(PersonSessionRow) private readonly rows: Repository<PersonSessionRow>) {}

  /**
   * Returns what is known about a sign-in, or null when no session was started for it and it was not ended. Sign-ins
   * of one event-loop turn share a query.
   */
  async findSignIn(sessionKey: string): Promise<PersonSessionRow | null> {
    return (await this.signIns.load(sessionKey)) ?? null;
  }

  /** Returns the session of a cookie, or null when it has ended or never existed. */
  async findBrowserSession(sessionKey: string, at: Date): Promise<ActiveSessionRow | null> {
    const row = await this.findSignIn(sessionKey);
    if (row?.kind !== 'browser' || row.ends_at === null || row.ends_at <= at) return null;
    return row as ActiveSessionRow;
  }

  /**
   * Whether this sign-in was ended, or the provider has signed the person out since the token was issued, so that the
   * token is no longer accepted.
   */
  async isSignedOut({ issuer, subject, session_key, issued_at }: SignIn): Promise<boolean> {
    const [signIn, tokens] = await Promise.all([
      this.findSignIn(session_key),
      issued_at === undefined ? null : this.findSignIn(tokensKeyOf({ issuer, subject })),
    ]);
    const ended = signIn?.ended ?? null;
    if (ended !== null && ended !== 'role_lost') return true;
    return issued_at !== undefined && new Date(issued_at) < (tokens?.ended_at ?? new Date(0));
  }

  /** Returns the stream of a person's session that has not ended, or null. */
  async streamOf({ issuer, subject }: Identity, sessionId: string): Promise<string | null> {
    const row = await this.rows.findOneBy({ issuer, subject, session_id: sessionId });
    return row?.stream_id ?? null;
  }

  /** The sessions that have not ended at `at`, newest first. */
  async list(filter: SessionFilter, at: Date, { start, limit }: SessionPage): Promise<readonly ActiveSessionRow[]> {
    const rows = await this.rows.find({
      where: { ...filter, ends_at: MoreThan(at), ...(start !== null && { session_id: LessThan(start) }) },
      order: { session_id: 'DESC' },
      take: limit,
    });
    return rows as unknown as readonly ActiveSessionRow[];
  }
}

/**
 * The id of the session that a sign-in has now; null when a session must be started, or its use must be recorded.
 */
export function currentSessionId(signIn: PersonSessionRow | null, at: Date): string | null {
  const { session_id = null, last_used_at = null, ends_at = null } = signIn ?? {};
  if (session_id === null || last_used_at === null || ends_at === null || ends_at <= at) return null;
  return at.getTime() - last_used_at.getTime() < USE_RECORDED_EVERY_SECONDS * 1_000 ? session_id : null;
}
