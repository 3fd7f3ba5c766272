import { respond } from '@kushk/broker';
import {
  keyAfterCursor,
  pageOfRows,
  workspaceSessions,
  type Page,
  type PersonSessionResource,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { PersonSessions } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

type Request = RequestOf<typeof workspaceSessions.listSessions>;

@Controller()
export class ListPersonSessionsHandler {
  constructor(private readonly sessions: PersonSessions) {}

  @MessagePattern(workspaceSessions.listSessions.subject)
  async handle(request: Request): Promise<Outcome<Page<PersonSessionResource>>> {
    const { issuer, subject, session_key, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rows = await this.sessions.list({ issuer, subject }, now(), { start, limit: limit + 1 });
    const { pageRows, next_cursor } = pageOfRows(rows, limit, (row) => row.session_id);
    return respond({
      items: pageRows.map((row) => ({
        id: row.session_id,
        current: row.stream_id === session_key,
        started_at: row.started_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        expires_at: row.expires_at.toISOString(),
        user_agent: row.user_agent,
      })),
      next_cursor,
    });
  }
}
