/** Reads the events of one feed in order and in pages. */
import type { PluginEvent } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface FeedPage {
  readonly events: readonly PluginEvent[];
  /** The sequence number up to which the feed has been read, including events that the type filter skipped. */
  readonly readTo: number;
  readonly hasMore: boolean;
}

@Injectable()
export class FeedPages {
  constructor(private readonly database: DataSource) {}

  /** Returns the first and the last stored sequence number; null when the feed has no stored events. */
  async storedRange(installationId: string): Promise<{ readonly oldest: number; readonly newest: number } | null> {
    const [row] = await this.database.query<{ oldest: string | null; newest: string | null }[]>(
      'select min(sequence) as oldest, max(sequence) as newest from feed_events where installation_id = $1',
      [installationId],
    );
    return row === undefined || row.oldest === null || row.newest === null
      ? null
      : { oldest: Number(row.oldest), newest: Number(row.newest) };
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
    const rows = await this.database.query<{ sequence: string; body: string }[]>(
      `select sequence, body from feed_events
       where installation_id = $1 and sequence > $2 and ($3::text[] is null or type = any($3))
       order by sequence limit $4`,
      [from.installationId, from.sequence, types, limit + 1],
    );
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = Number(page.at(-1)?.sequence ?? from.sequence);
    return {
      events: page.map(({ body }) => JSON.parse(body) as PluginEvent),
      readTo: hasMore ? last : Math.max(last, from.newest),
      hasMore,
    };
  }
}
