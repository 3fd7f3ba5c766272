/** The folded state of streams as stored in `log_streams`. */
import type { AnyStreamRef, AnyStreamType } from '@kushk/decider';
import type { LoadedStream } from '../loop/decide-batch.js';
import type { BatchClient } from '../postgres/connection.js';
import { foldOutdated } from './outdated-states.js';

/** A row of `log_streams`. Its version and state version determine whether the stored state can be used directly. */
export type StreamRow = readonly [streamId: string, version: string, stateVersion: string, state: string];

export function parseState(type: AnyStreamType, text: string): unknown {
  const json: unknown = JSON.parse(text);
  return type.stateFromJson === undefined ? json : type.stateFromJson(json);
}

export function serializeState(type: AnyStreamType, state: unknown): string {
  const stored = stateToStore(type, state);
  return JSON.stringify(type.stateToJson === undefined ? stored : type.stateToJson(stored));
}

/** The part of a state that is stored. */
export function stateToStore(type: AnyStreamType, state: unknown): unknown {
  return type.stateToStore === undefined ? state : type.stateToStore(state);
}

/**
 * Returns the streams by stream id. A stream without a row has version 0. A state with another state version is folded
 * from the facts, or the stream is marked as outdated when that would take too long.
 */
export async function loadStreams(
  client: BatchClient,
  refs: ReadonlyMap<string, AnyStreamRef>,
  rows: readonly StreamRow[],
): Promise<Map<string, LoadedStream>> {
  const streams = new Map<string, LoadedStream>();
  const outdated: LoadedStream[] = [];
  for (const [streamId, { id, type }] of refs)
    streams.set(streamId, { streamId, id, type, storedVersion: 0, version: 0, state: type.initial as unknown });
  for (const [streamId, versionText, stateVersionText, text] of rows) {
    const { id, type } = refs.get(streamId) as AnyStreamRef;
    const [version, stateVersion] = [Number(versionText), Number(stateVersionText)];
    const isCurrent = stateVersion === type.stateVersion;
    const state: unknown = isCurrent ? parseState(type, text) : type.initial;
    const stream: LoadedStream = { streamId, id, type, storedVersion: version, version, state };
    streams.set(streamId, stream);
    if (isCurrent) continue;
    stream.replacedState = { stateVersion, text };
    outdated.push(stream);
  }
  if (outdated.length > 0) await foldOutdated(client, outdated);
  return streams;
}
