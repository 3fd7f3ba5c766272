/** Reads a feed in order. */
import type { PluginEvent } from '@kushk/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface FeedPage {
  readonly events: readonly PluginEvent[];
  /** The place up to which the feed has been read, types that were left out included. */
  readonly readTo: number;
  readonly hasMore: boolean;
}

@Injectable()
export class FeedPages {
  constructor(private readonly database: DataSource) {}

  /** First and last sequence that are kept; null while there is no event. */
  async kept(installationId: string): Promise<{ readonly oldest: number; readonly newest: number } | null> {
    const [row] = await this.database.query<{ oldest: string | null; newest: string | null }[]>(
      'select min(sequence) as oldest, max(sequence) as newest from feed_events where installation_id = $1',
      [installationId],
    );
    return row === undefined || row.oldest === null || row.newest === null
      ? null
      : { oldest: Number(row.oldest), newest: Number(row.newest) };
  }

  /**
   * The events after a place. `newest` was read before: whatever is not after it had been committed by then, so a
   * place up to there can be passed even where `types` left everything out.
   */
  async after(
    from: { readonly installationId: string; readonly sequence: number; readonly newest: number },
    limit: number,
    types: readonly string[] | null,
  ): Promise<FeedPage> {
    const rows = await this.database.query<{ sequence: string; body: string }[]>(
      'select sequence, body from feed_events where installation_id = $1 and sequence > $2 and ($3::text[] is null or type = any($3)) order by sequence limit $4',
      [from.installationId, from.sequence, types, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = Number(shown.at(-1)?.sequence ?? from.sequence);
    return {
      events: shown.map(({ body }) => JSON.parse(body) as PluginEvent),
      readTo: hasMore ? last : Math.max(last, from.newest),
      hasMore,
    };
  }
}
