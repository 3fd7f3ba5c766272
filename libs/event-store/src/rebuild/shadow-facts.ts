/** Reads the log in chunks for a rebuild. */
import pg from 'pg';
import type { FactMeta, RecordedFact } from '../command.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';

/** Maximum size of the facts of a chunk, in bytes of data. */
const chunkBytes = 16 * 1024 * 1024;

/** The position of a fact in the log. */
export interface LogPosition {
  readonly xid: string;
  readonly position: string;
}
export interface FactChunk {
  readonly facts: readonly RecordedFact[];
  /** The position of the last fact; null when there is none. */
  readonly last: LogPosition | null;
  /** Whether the log probably has further facts. */
  readonly isFull: boolean;
}

/** `settled` leaves out what an older transaction may still precede. */
export type Readable = 'settled' | 'all';

type FactRow = readonly [
  xid: string,
  position: string,
  streamId: string,
  version: string,
  eventId: string,
  type: string,
  data: string,
  meta: string,
  at: string,
];

/** Reads the facts after a position, at most `limit`. */
export async function readFacts(
  client: PipelinedClient,
  which: Readable,
  { after, limit }: { readonly after: LogPosition; readonly limit: number },
): Promise<FactChunk> {
  const horizon = which === 'settled' ? 'and l.xid < pg_snapshot_xmin(pg_current_snapshot())' : '';
  const { rows } = await client.queryTexts({
    name: `rebuild_${which}_${limit}`,
    text: `select xid, position, stream_id, version, event_id, type, data, meta, at from (
        select e.*, sum(e.data_bytes) over (order by e.xid, e.position rows unbounded preceding) - e.data_bytes as before
        from (select * from log_events l where (l.xid, l.position) > ($1::xid8, $2::bigint) ${horizon}
          order by l.xid, l.position limit ${limit}) e) b
      where b.before < ${chunkBytes}`,
    values: [after.xid, after.position],
  });
  const factRows = rows as unknown as FactRow[];
  const [xid, position] = factRows.at(-1) ?? [];
  const characters = factRows.reduce((sum, [, , , , , , data]) => sum + data.length, 0);
  return {
    facts: factRows.map((row) => new ReadFact(row)),
    last: xid === undefined || position === undefined ? null : { xid, position },
    // A character has at most four bytes.
    isFull: factRows.length === limit || characters >= chunkBytes / 4,
  };
}

const parseTime: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);

/** Most views use neither `meta` nor `at` of most facts, so these are parsed when they are read. */
class ReadFact implements RecordedFact {
  readonly type: string;
  readonly data: object;
  readonly eventId: string;
  readonly streamId: string;
  readonly category: string;
  readonly id: string;
  readonly version: number;
  private readonly texts: FactRow;
  private parsedMeta: FactMeta | null = null;

  constructor(row: FactRow) {
    const [, , streamId, version, eventId, type, data] = row;
    const dash = streamId.indexOf('-');
    this.type = type;
    this.data = JSON.parse(data) as object;
    this.eventId = eventId;
    this.streamId = streamId;
    this.category = streamId.slice(0, dash);
    this.id = streamId.slice(dash + 1);
    this.version = Number(version);
    this.texts = row;
  }

  get position(): bigint {
    return BigInt(this.texts[1]);
  }
  get meta(): FactMeta {
    return (this.parsedMeta ??= JSON.parse(this.texts[7]) as FactMeta);
  }
  get at(): Date {
    return parseTime(this.texts[8]);
  }
}
