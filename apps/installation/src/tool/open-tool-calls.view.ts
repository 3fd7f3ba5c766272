/**
 * The tool calls that are in progress. The handle of a call is valid only while its row exists, on every gateway.
 * The table is no view of the log: a call is over after ten seconds, and a call that is forgotten in a crash of the
 * database only loses its handle.
 */
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A gateway that stops during a call cannot end it. Such rows are deleted by later calls, this many at a time. */
const MAX_EXPIRED_PER_CALL = 10;

const OPEN = `
  with expired as (
    select call_id from open_tool_calls where expires_at < $4 order by expires_at
    limit ${MAX_EXPIRED_PER_CALL} for update skip locked),
  deleted as (delete from open_tool_calls where call_id in (select call_id from expired))
  insert into open_tool_calls (call_id, installation_id, expires_at) values ($1, $2, $3)`;

export interface ToolCallRef {
  readonly callId: string;
  readonly installationId: string;
}

@Injectable()
export class OpenToolCalls {
  constructor(private readonly database: DataSource) {}

  async open({ callId, installationId }: ToolCallRef, expiresAt: Date, now: Date): Promise<void> {
    await this.database.query(OPEN, [callId, installationId, expiresAt, now]);
  }

  async end({ callId, installationId }: ToolCallRef): Promise<void> {
    const text = 'delete from open_tool_calls where call_id = $1 and installation_id = $2';
    await this.database.query(text, [callId, installationId]);
  }

  /** Returns the given calls that are in progress, each as `<installation id> <call id>`. */
  async find(callIds: readonly string[], at: Date): Promise<ReadonlySet<string>> {
    if (callIds.length === 0) return new Set();
    const text = `select installation_id || ' ' || call_id as key from open_tool_calls
      where call_id = any($1) and expires_at > $2`;
    const rows = await this.database.query<{ key: string }[]>(text, [callIds, at]);
    return new Set(rows.map(({ key }) => key));
  }
}
