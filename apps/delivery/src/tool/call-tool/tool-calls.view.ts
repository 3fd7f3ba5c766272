/** The tool calls that were sent, for the list of deliveries and the health of an installation, without bodies. */
import { log } from '@kushk/runtime';
import { CHANGE_NOTIFIER, type ChangeNotifier } from '@kushk/event-store/fact-stream';
import { Inject, Injectable, Optional, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface SentToolCall {
  readonly callId: string;
  readonly installationId: string;
  readonly tool: string;
  /** The version that was called. */
  readonly version: string | null;
  readonly calledAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  /** The code of the rejection; null when the plugin returned a valid response. */
  readonly error: string | null;
}

/** The maximum number of calls that wait to be stored; while the database is away, further calls are not stored. */
const MAX_WAITING = 1_000;

const INSERT = `
insert into tool_calls (call_id, installation_id, tool, called_at, duration_ms, status, error, version)
select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::int[], $7::text[],
  $8::text[])
on conflict do nothing
returning (select organisation_id from endpoints where stream_id = installation_id) as organisation_id`;

@Injectable()
export class ToolCalls implements OnApplicationShutdown {
  private waiting: SentToolCall[] = [];
  private storing: Promise<void> | null = null;

  constructor(
    private readonly database: DataSource,
    @Optional() @Inject(CHANGE_NOTIFIER) private readonly changes: ChangeNotifier | null = null,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.storing;
  }

  /** Stores a call in the background: the caller of the tool does not wait for it. */
  add(call: SentToolCall): void {
    if (this.waiting.length >= MAX_WAITING) return;
    this.waiting.push(call);
    this.storing ??= this.store().finally(() => {
      this.storing = null;
    });
  }

  /** Stores all waiting calls, those that were added meanwhile with one further statement. */
  private async store(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = this.waiting;
      this.waiting = [];
      try {
        const rows = await this.database.query<{ readonly organisation_id: string | null }[]>(INSERT, [
          calls.map((call) => call.callId),
          calls.map((call) => call.installationId),
          calls.map((call) => call.tool),
          calls.map((call) => call.calledAt),
          calls.map((call) => call.durationMs),
          calls.map((call) => call.status),
          calls.map((call) => call.error),
          calls.map((call) => call.version),
        ]);
        const ids = new Set(rows.flatMap(({ organisation_id }) => organisation_id ?? []));
        const lists = ['deliveries', 'health'] as const;
        this.changes?.notify([...ids].map((id) => ({ audience: `admins:${id}`, lists })));
      } catch (err) {
        log.warn({ err, count: calls.length }, 'tool calls could not be stored');
      }
    }
  }
}
