/** The sessions of people: those that are active, and the sign-ins that were ended. */
import type { HandleBearer, HandlePerson } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { batchLoader, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, LessThan, MoreThan, PrimaryColumn, Repository } from 'typeorm';
import {
  endsAt,
  personSessionStream,
  USE_RECORDED_EVERY_SECONDS,
  type Identity,
  type SessionEnd,
} from './person-session.js';

@Entity('person_sessions')
export class PersonSessionRow {
  /** The `session_key` of the sign-in. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') issuer: string;
  @Column('text') subject: string;
  /** Null while the session is active. */
  @Column('text', { nullable: true }) ended: SessionEnd | null;
  /** From here on null in the row of a sign-in that was ended. */
  @Column('text', { nullable: true }) session_id: string | null;
  @Column('text', { nullable: true }) user_agent: string | null;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) last_used_at: Date | null;
  @Column('timestamptz', { nullable: true }) expires_at: Date | null;
  /** When the session ends if it is not used again; not after `expires_at`. */
  @Column('timestamptz', { nullable: true }) ends_at: Date | null;
}
type ActiveRow = PersonSessionRow & {
  readonly [Name in 'session_id']: string;
} & { readonly [Name in 'started_at' | 'last_used_at' | 'expires_at' | 'ends_at']: Date };

const NO_SESSION = {
  session_id: null,
  user_agent: null,
  started_at: null,
  last_used_at: null,
  expires_at: null,
  ends_at: null,
};

export const personSessions = stateView({
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
          ended: null,
          session_id: session.sessionId,
          user_agent: session.userAgent,
          started_at: new Date(session.startedAt),
          last_used_at: new Date(session.lastUsedAt),
          expires_at: new Date(session.expiresAt),
          ends_at: endsAt(session),
        };
      case 'ended':
        return { issuer: session.issuer, subject: session.subject, ended: session.reason, ...NO_SESSION };
      default:
        return unreachable(session);
    }
  },
});

/** The person must still belong to the organisation, and the session must be the person's own. */
const CHECK_HANDLES = `
  select h.number::int as number, p.name, p.role
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as h (organisation_id, person_id, session_id, number)
  join people p on p.stream_id = h.person_id and p.organisation_id = h.organisation_id
  join person_sessions s on s.session_id = h.session_id and s.subject = p.subject and s.issuer = p.issuer
  where s.ends_at > $4`;

export function isSignedOut(signIn: PersonSessionRow | null): boolean {
  return signIn?.ended === 'signed_out';
}

/** Nothing is cached, so that the end of a session applies to the next request. */
@Injectable()
export class PersonSessions {
  private readonly signIns = batchLoader(async (keys: readonly string[]) => {
    const rows = await this.rows.findBy({ stream_id: In([...keys]) });
    return new Map(rows.map((row) => [row.stream_id, row]));
  });

  constructor(@InjectRepository(PersonSessionRow) private readonly rows: Repository<PersonSessionRow>) {}

  /** Returns one entry per handle, in their order; null when the session has ended or the person was removed. */
  async check(handles: readonly HandleBearer[], at: Date): Promise<readonly (HandlePerson | null)[]> {
    const found = await this.rows.query<(HandlePerson & { readonly number: number })[]>(CHECK_HANDLES, [
      handles.map(({ organisation_id }) => organisation_id),
      handles.map(({ person_id }) => person_id),
      handles.map(({ session_id }) => session_id),
      at,
    ]);
    const people = new Map(found.map(({ number, name, role }) => [number, { name, role }]));
    return handles.map((_, index) => people.get(index + 1) ?? null);
  }

  /**
   * Returns what is known about a sign-in, or null when no session was started for it and it was not ended. Sign-ins
   * of one event-loop turn share a query.
   */
  async findSignIn(sessionKey: string): Promise<PersonSessionRow | null> {
    return (await this.signIns.load(sessionKey)) ?? null;
  }

  /** Whether the person has ended this sign-in, so that its tokens are no longer accepted. */
  async isSignedOut(sessionKey: string): Promise<boolean> {
    return isSignedOut(await this.findSignIn(sessionKey));
  }

  /** Returns the stream of a person's session that has not ended, or null. */
  async streamOf({ issuer, subject }: Identity, sessionId: string): Promise<string | null> {
    const row = await this.rows.findOneBy({ issuer, subject, session_id: sessionId });
    return row?.stream_id ?? null;
  }

  /** The sessions of a person that have not ended at `at`, newest first, beginning after the id `start`. */
  async list(
    { issuer, subject }: Identity,
    at: Date,
    { start, limit }: { readonly start: string | null; readonly limit: number },
  ): Promise<readonly ActiveRow[]> {
    const rows = await this.rows.find({
      where: { issuer, subject, ends_at: MoreThan(at), ...(start !== null && { session_id: LessThan(start) }) },
      order: { session_id: 'DESC' },
      take: limit,
    });
    return rows as unknown as readonly ActiveRow[];
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
