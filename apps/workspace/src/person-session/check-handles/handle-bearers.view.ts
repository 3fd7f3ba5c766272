/** Reads whether handles are still valid: their sessions and memberships, in one query. */
import type { HandleBearer, HandlePerson } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The person must still belong to the organisation, and the session must be the person's own. */
const CHECK_HANDLES = `
  select h.number::int as number, p.name, p.role
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as h (organisation_id, person_id, session_id, number)
  join people p on p.stream_id = h.person_id and p.organisation_id = h.organisation_id
  join person_sessions s on s.session_id = h.session_id and s.subject = p.subject and s.issuer = p.issuer
  where s.ends_at > $4`;

/** Nothing is cached, so that the end of a session applies to the next request. */
@Injectable()
export class HandleBearers {
  constructor(private readonly database: DataSource) {}

  /** Returns one entry per handle, in their order; null when the session has ended or the person was removed. */
  async check(handles: readonly HandleBearer[], at: Date): Promise<readonly (HandlePerson | null)[]> {
    const found = await this.database.query<(HandlePerson & { readonly number: number })[]>(CHECK_HANDLES, [
      handles.map(({ organisation_id }) => organisation_id),
      handles.map(({ person_id }) => person_id),
      handles.map(({ session_id }) => session_id),
      at,
    ]);
    const people = new Map(found.map(({ number, name, role }) => [number, { name, role }]));
    return handles.map((_, index) => people.get(index + 1) ?? null);
  }
}
