import type { FactMeta, RecordedFact } from '../command.js';

/**
 * The columns of a recorded fact, selected from `log_events e`. Order by `e.version`, because plain `version` refers
 * to the text column that is selected here.
 */
export const eventColumns =
  'position::text as position, stream_id, version::text as version, event_id::text as event_id, type, data, meta, at';

export interface EventRow {
  readonly position: string;
  readonly stream_id: string;
  readonly version: string;
  readonly event_id: string;
  readonly type: string;
  readonly data: object;
  readonly meta: FactMeta;
  readonly at: Date;
}

export function recordedFact(row: EventRow): RecordedFact {
  const dash = row.stream_id.indexOf('-');
  return {
    type: row.type,
    data: row.data,
    eventId: row.event_id,
    streamId: row.stream_id,
    category: row.stream_id.slice(0, dash),
    id: row.stream_id.slice(dash + 1),
    version: Number(row.version),
    position: BigInt(row.position),
    meta: row.meta,
    at: row.at,
  };
}
