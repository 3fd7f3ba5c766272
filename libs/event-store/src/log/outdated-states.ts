/**
 * Folds the states of a batch's streams whose stored state has another state version. The batch holds locks, so the
 * work is bounded: a longer history is folded outside the command loop (`state-folder.ts`).
 */
import { plainArray, textArray } from '../postgres/array-literal.js';
import type { BatchClient } from '../postgres/connection.js';
import type { LoadedStream } from '../loop/decide-batch.js';
import { parseState } from './stream-state.js';
import { foldStored, UnknownFact } from './unknown-fact.js';

/** Maximum number of facts, and maximum size of their data in bytes, that one batch folds. */
export const batchFoldLimit = { facts: 200, bytes: 4 * 1024 * 1024 };

/** An outdated stream, and the version up to which a snapshot of its state exists. */
interface FoldStart {
  readonly stream: LoadedStream;
  readonly from: number;
}

const snapshotsText = `select s.stream_id, s.version::text, s.state::text
  from unnest($1::text[], $2::int[], $3::bigint[]) as u(stream_id, state_version, version)
  join log_snapshots s on s.stream_id = u.stream_id and s.state_version = u.state_version and s.version <= u.version`;

const missingText = `select stream_id, type, data::text, before::text from (
    select e.stream_id, e.version, e.type, e.data,
      sum(e.data_bytes) over (order by e.stream_id, e.version) - e.data_bytes as before
    from unnest($1::text[], $2::bigint[], $3::bigint[]) as u(stream_id, first, last)
    join log_events e on e.stream_id = u.stream_id and e.version > u.first and e.version <= u.last) b
  where before < ${batchFoldLimit.bytes} order by stream_id, version`;

/**
 * Sets the states of the streams. Marks a stream as outdated when too much of its history is missing, and a stream with
 * a fact that only a newer version knows.
 */
export async function foldOutdated(client: BatchClient, outdated: readonly LoadedStream[]): Promise<void> {
  const long = outdated.filter(({ version }) => version > batchFoldLimit.facts);
  const snapshots = long.length === 0 ? new Map<string, Snapshot>() : await loadSnapshots(client, long);
  const starts = outdated.map((stream): FoldStart => {
    const snapshot = snapshots.get(stream.streamId);
    if (snapshot === undefined) return { stream, from: 0 };
    stream.state = parseState(stream.type, snapshot.state);
    return { stream, from: snapshot.version };
  });
  const missing = ({ stream, from }: FoldStart): number => stream.version - from;
  const chosen: FoldStart[] = [];
  let left = batchFoldLimit.facts;
  for (const start of starts.toSorted((a, b) => missing(a) - missing(b))) {
    if (missing(start) > left) start.stream.isOutdated = true;
    else {
      left -= missing(start);
      chosen.push(start);
    }
  }
  await foldMissing(client, chosen);
}

interface Snapshot {
  readonly version: number;
  readonly state: string;
}

async function loadSnapshots(client: BatchClient, streams: readonly LoadedStream[]): Promise<Map<string, Snapshot>> {
  const [found] = await client.sendPipelined([
    {
      name: 'snapshots',
      text: snapshotsText,
      values: [
        textArray(streams.map(({ streamId }) => streamId)),
        plainArray(streams.map(({ type }) => type.stateVersion)),
        plainArray(streams.map(({ version }) => version)),
      ],
    },
  ]);
  const rows = (found?.rows ?? []) as readonly (readonly [string, string, string])[];
  return new Map(rows.map(([streamId, version, state]) => [streamId, { version: Number(version), state }]));
}

async function foldMissing(client: BatchClient, starts: readonly FoldStart[]): Promise<void> {
  const incomplete = starts.filter(({ stream, from }) => stream.version > from);
  if (incomplete.length === 0) return;
  const [missing] = await client.sendPipelined([
    {
      name: 'missing',
      text: missingText,
      values: [
        textArray(incomplete.map(({ stream }) => stream.streamId)),
        plainArray(incomplete.map(({ from }) => from)),
        plainArray(incomplete.map(({ stream }) => stream.version)),
      ],
    },
  ]);
  const streams = new Map(incomplete.map(({ stream, from }) => [stream.streamId, { stream, version: from }]));
  for (const [streamId, type, data] of (missing?.rows ?? []) as readonly (readonly [string, string, string])[]) {
    const folded = streams.get(streamId);
    if (folded === undefined) continue;
    const { stream } = folded;
    try {
      stream.state = foldStored(stream.type, stream.state, { type, data: JSON.parse(data) as object });
      folded.version += 1;
    } catch (error) {
      if (!(error instanceof UnknownFact)) throw error;
      stream.unknownFact = error;
      streams.delete(streamId);
    }
  }
  // The facts that did not fit into the limit in bytes are missing.
  for (const { stream, version } of streams.values()) if (version < stream.version) stream.isOutdated = true;
}
