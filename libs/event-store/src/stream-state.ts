/** The folded state of streams as stored in `log_streams`. */
import { type AnyStreamRef, type AnyStreamType, type Fact } from '@kushk/decider';
import { textArray } from './array-literal.js';
import type { LoadedStream } from './decide-batch.js';
import type { BatchClient } from './connection.js';

/** A row of `log_streams`. Its version and state version determine whether the stored state can be used directly. */
export type StreamRow = readonly [streamId: string, version: string, stateVersion: number, state: string];

const historyText =
  'select stream_id, type, data from log_events where stream_id = any($1::text[]) order by stream_id, version';

export function parseState(type: AnyStreamType, text: string): unknown {
  const json: unknown = JSON.parse(text);
  return type.stateFromJson === undefined ? json : type.stateFromJson(json);
}

export function serializeState(type: AnyStreamType, state: unknown): string {
  return JSON.stringify(type.stateToJson === undefined ? state : type.stateToJson(state));
}

/**
 * Returns the streams by stream id. A stream without a row has version 0. A state with an older state version is
 * rebuilt from the facts.
 */
export async function loadStreams(
  client: BatchClient,
  refs: ReadonlyMap<string, AnyStreamRef>,
  rows: readonly StreamRow[],
): Promise<Map<string, LoadedStream>> {
  const streams = new Map<string, LoadedStream>();
  const outdated: string[] = [];
  for (const [streamId, { id, type }] of refs)
    streams.set(streamId, { streamId, id, type, storedVersion: 0, version: 0, state: type.initial as unknown });
  for (const [streamId, version, stateVersion, text] of rows) {
    const { id, type } = refs.get(streamId) as AnyStreamRef;
    const isCurrent = stateVersion === type.stateVersion;
    if (!isCurrent) outdated.push(streamId);
    const state: unknown = isCurrent ? parseState(type, text) : type.initial;
    streams.set(streamId, { streamId, id, type, storedVersion: Number(version), version: Number(version), state });
  }
  if (outdated.length > 0) await foldHistory(client, outdated, streams);
  return streams;
}

async function foldHistory(
  client: BatchClient,
  streamIds: readonly string[],
  streams: ReadonlyMap<string, LoadedStream>,
): Promise<void> {
  const [history] = await client.sendPipelined([
    { name: 'history', text: historyText, values: [textArray(streamIds)] },
  ]);
  for (const [streamId, type, data] of history?.rows as [string, string, object][]) {
    const stream = streams.get(streamId) as LoadedStream;
    stream.state = stream.type.evolve(stream.state, { type, data } satisfies Fact);
  }
}
