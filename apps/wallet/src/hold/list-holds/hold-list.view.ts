/**
 * Reads the holds of a wallet, newest first. Ended holds have no index by status: it would cost every hold a write. A
 * page reads a bounded number of holds instead, and may have fewer than it could.
 */
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { holdKey, holdStream, type ExistingHold } from '../hold.js';
import { OpenHoldRow } from '../hold.view.js';

/** Holds that one page reads at most. */
const READ_LIMIT = 5_000;

export interface HoldsQuery {
  readonly installationId: string;
  /** The list continues after this hold; null starts with the newest one. */
  readonly after: string | null;
  readonly status: ExistingHold['status'] | null;
  readonly limit: number;
}
export interface FoundHolds {
  readonly holds: readonly ExistingHold[];
  /** The hold after which the next page starts; null on the last page. */
  readonly next: string | null;
}

@Injectable()
export class HoldList {
  constructor(@InjectRepository(OpenHoldRow) private readonly open: Repository<OpenHoldRow>) {}

  async list(query: HoldsQuery): Promise<FoundHolds> {
    return query.status === 'open' ? await this.openHolds(query) : await this.anyHolds(query);
  }

  private async openHolds({ installationId, after, limit }: HoldsQuery): Promise<FoundHolds> {
    const rows = await this.open.query<{ state: ExistingHold }[]>(
      `select s.state from open_holds h join log_streams s on s.stream_id = $1 || h.stream_id
        where h.installation_id = $2 and ($3::text is null or h.stream_id collate "C" < $3)
        order by h.stream_id collate "C" desc limit $4`,
      [`${holdStream.category}-`, installationId, after === null ? null : holdKey(installationId, after), limit + 1],
    );
    const holds = rows.slice(0, limit).map(({ state }) => state);
    return { holds, next: rows.length > limit ? (holds.at(-1)?.holdId ?? null) : null };
  }

  private async anyHolds({ installationId, after, status, limit }: HoldsQuery): Promise<FoundHolds> {
    const first = `${holdStream.category}-${holdKey(installationId, '')}`;
    const last = after === null ? `${first}~` : `${first}${after}`;
    const [page] = await this.open.query<{ read: number; last: string | null; holds: ExistingHold[] }[]>(
      `with w as (
          select stream_id, state from log_streams where stream_id > $1 and stream_id < $2
          order by stream_id desc limit ${READ_LIMIT}),
        found as (select * from w where $3::text is null or state->>'status' = $3 order by stream_id desc limit $4)
        select (select count(*)::int from w) as read, (select min(stream_id) from w) as last,
          (select coalesce(json_agg(state order by stream_id desc), '[]'::json) from found) as holds`,
      [first, last, status, limit + 1],
    );
    if (page === undefined) throw new Error('a query of holds returned no row');
    const holds = page.holds.slice(0, limit);
    if (page.holds.length > limit) return { holds, next: holds.at(-1)?.holdId ?? null };
    return { holds, next: page.read === READ_LIMIT ? (page.last?.slice(first.length) ?? null) : null };
  }
}
