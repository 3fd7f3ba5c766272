/** Reads the events of one feed in order and in pages. */
import type { PluginEvent } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface FeedRow {
  readonly sequence: string;
  readonly body: string;
}

interface FeedPage {
  readonly events: readonly PluginEvent[];
  /** The sequence number up to which the feed has been read, including events that the type filter skipped. */
  readonly readTo: number;
  readonly hasMore: boolean;
}

/** A page ends when its events exceed this size, but contains at least one event. */
const MAX_PAGE_BYTES = 1024 * 1024;

const STORED_RANGE = `
select min(sequence) as oldest, greatest(max(sequence), (
  select last_sequence from endpoint_queues where installation_id = $1 and channel = 'event' and last_sequence > 0)) as newest
from feed_events where installation_id = $1`;

/** The rows of a page in order. The sizes are summed in PostgreSQL, so that larger pages are not read at all. */
const withinBytes = (rows: string): string => `
select sequence, body from (
  select *, sum(octet_length(body)) over (order by sequence) - octet_length(body) as bytes_before from (${rows}) r
) s where bytes_before < ${MAX_PAGE_BYTES} order by sequence`;

const ALL_TYPES = `
select sequence, body from feed_events where installation_id = $1 and sequence > $2 order by sequence limit $3`;

// Reads each type in the order of the index (installation_id, type, sequence). An `any` on the type would read the
// index of all events from the position on, which is the whole feed when no event has a requested type.
const SOME_TYPES = `
select f.sequence, f.body from unnest($4::text[]) as t(type) cross join lateral (
  select sequence, body from feed_events
  where installation_id = $1 and type = t.type and sequence > $2 order by sequence limit $3
) f order by f.sequence limit $3`;

@Injectable()
export class FeedPages {
  constructor(private readonly database: DataSource) {}

  /**
   * Returns the sequence numbers of the first stored and of the newest event; null when the feed never had one. When
   * all have expired, the first stored one is the next one.
   */
  async storedRange(installationId: string): Promise<{ readonly oldest: number; readonly newest: number } | null> {
    const [row] = await this.database.query<{ oldest: string | null; newest: string | null }[]>(STORED_RANGE, [
      installationId,
    ]);
    if (row === undefined || row.newest === null) return null;
    return { oldest: Number(row.oldest ?? Number(row.newest) + 1), newest: Number(row.newest) };
  }

  /**
   * Returns the events after a sequence number. Read `newest` before this query: all events up to `newest` are then
   * committed, so the next page may start after it, even when the `types` filter skipped every event.
   */
  async readAfter(
    from: { readonly installationId: string; readonly sequence: number; readonly newest: number },
    limit: number,
    types: readonly string[] | null,
  ): Promise<FeedPage> {
    const values = [from.installationId, from.sequence, limit + 1];
    const rows = await (types === null
      ? this.database.query<FeedRow[]>(withinBytes(ALL_TYPES), values)
      : this.database.query<FeedRow[]>(withinBytes(SOME_TYPES), [...values, types]));
    const page = rows.slice(0, limit);
    const bytes = page.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    const hasMore = rows.length > limit || bytes >= MAX_PAGE_BYTES;
    const last = Number(page.at(-1)?.sequence ?? from.sequence);
    return {
      events: page.map(({ body }) => JSON.parse(body) as PluginEvent),
      readTo: hasMore ? last : Math.max(last, from.newest),
      hasMore,
    };
  }
}
