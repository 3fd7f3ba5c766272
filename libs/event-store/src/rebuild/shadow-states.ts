/** The states of streams during a rebuild: in the table `rebuild_states`, and those used last in memory. */
import type { AnyStreamType } from '@kushk/decider';
import { plainArray, textArray } from '../postgres/array-literal.js';
import type { RecordedFact } from '../command.js';
import type { LoadedStream } from '../loop/decide-batch.js';
import type { Statement } from '../postgres/pipeline.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import { parseState, serializeState } from '../log/stream-state.js';

/** Maximum size of the states in memory, in characters of their JSON. */
const cachedCharacters = 16 * 1024 * 1024;

interface Cached {
  readonly stream: LoadedStream;
  readonly characters: number;
}

export class ShadowStates {
  /** By stream id; those used last come last. */
  private readonly cached = new Map<string, Cached>();
  private characters = 0;
  private readonly types: ReadonlyMap<string, AnyStreamType>;
  private readonly client: PipelinedClient;

  constructor(client: PipelinedClient, types: readonly AnyStreamType[]) {
    this.client = client;
    this.types = new Map(types.map((type) => [type.category, type]));
  }

  /** Returns the streams of some facts by stream id. A stream whose first fact is among them is not looked for. */
  async of(facts: readonly RecordedFact[]): Promise<Map<string, LoadedStream>> {
    const streams = new Map<string, LoadedStream>();
    const stored: string[] = [];
    for (const { streamId, version } of facts) {
      if (streams.has(streamId)) continue;
      const cached = this.cached.get(streamId);
      if (cached === undefined && version > 1) stored.push(streamId);
      streams.set(streamId, cached?.stream ?? this.newStream(streamId));
    }
    if (stored.length === 0) return streams;
    const { rows } = await this.client.queryTexts({
      name: 'rebuild_states',
      text: 'select stream_id, version, state from rebuild_states where stream_id = any($1::text[])',
      values: [textArray(stored)],
    });
    for (const [streamId, versionText, state] of rows as unknown as [string, string, string][]) {
      const stream = streams.get(streamId) as LoadedStream;
      const version = Number(versionText);
      Object.assign(stream, { storedVersion: version, version, state: parseState(stream.type, state) });
    }
    return streams;
  }

  /** The statement that stores changed streams. They stay in memory, others may have to leave. */
  write(streams: readonly LoadedStream[]): Statement {
    const states = streams.map(({ type, state }) => serializeState(type, state));
    for (const [index, stream] of streams.entries()) this.keep(stream, states[index] as string);
    for (const [streamId, { characters }] of this.cached) {
      if (this.characters <= cachedCharacters) break;
      this.cached.delete(streamId);
      this.characters -= characters;
    }
    return {
      name: 'rebuild_put_states',
      text: `insert into rebuild_states as s (stream_id, version, state_version, state, is_final)
        select * from unnest($1::text[], $2::bigint[], $3::int[], $4::json[], $5::boolean[])
        on conflict (stream_id) do update set version = excluded.version, state_version = excluded.state_version,
          state = excluded.state, is_final = excluded.is_final`,
      values: [
        textArray(streams.map(({ streamId }) => streamId)),
        plainArray(streams.map(({ version }) => version)),
        plainArray(streams.map(({ type }) => type.stateVersion)),
        textArray(states),
        plainArray(streams.map(({ type, state }) => (type.isFinal?.(state) === true ? 't' : 'f'))),
      ],
    };
  }

  private keep(stream: LoadedStream, state: string): void {
    const { streamId } = stream;
    this.characters += state.length - (this.cached.get(streamId)?.characters ?? 0);
    this.cached.delete(streamId);
    this.cached.set(streamId, { stream, characters: state.length });
  }

  private newStream(streamId: string): LoadedStream {
    const dash = streamId.indexOf('-');
    const category = streamId.slice(0, dash);
    const type = this.types.get(category);
    if (type === undefined)
      throw new TypeError(`the log has facts of "${category}", a stream type that the service does not define`);
    const state: unknown = type.initial;
    return { streamId, id: streamId.slice(dash + 1), type, storedVersion: 0, version: 0, state };
  }
}
