/**
 * The pure part of a batch: decides the commands in order, in memory. Every decision uses the state that the previous
 * decisions left.
 */
import { stringifyWithTexts } from '@kushk/contracts';
import {
  streamIdOf,
  type AnyStreamRef,
  type AnyStreamType,
  type Decision,
  type Fact,
  type Outcome,
} from '@kushk/decider';
import type { CommandMeta, FactMeta, IdempotencyKey, RecordedFact } from '../command.js';
import { StateOutdated } from '../log/state-outdated.js';
import type { UnknownFact } from '../log/unknown-fact.js';

/** A command whose type parameters are erased. */
export interface AnyCommand {
  readonly name: string;
  readonly streams: Readonly<Record<string, AnyStreamRef>>;
  readonly decide: (states: never) => Decision<Readonly<Record<string, readonly Fact[] | undefined>>, unknown>;
  readonly idempotency?: IdempotencyKey | undefined;
  readonly meta?: CommandMeta | undefined;
}

/** A stream that was read while its row was locked. Each decision of the batch updates its version and state. */
export interface LoadedStream {
  readonly streamId: string;
  readonly id: string;
  readonly type: AnyStreamType;
  readonly storedVersion: number;
  version: number;
  state: unknown;
  /** The state is not folded yet, because that takes too long for a batch. No command can be decided on it. */
  isOutdated?: boolean;
  /**
   * A fact that only a newer version of the service knows. Only a process of that version can decide commands on it.
   */
  unknownFact?: UnknownFact;
  /** The stored state of another state version, which this batch replaces. */
  replacedState?: { readonly stateVersion: number; readonly text: string };
}

/** A fact with its data and metadata as JSON text, and the state of its stream after it. */
export interface PendingFact {
  readonly fact: RecordedFact;
  readonly state: unknown;
  readonly data: string;
  readonly meta: string;
}

/** The stored reply of a command that has an idempotency key. */
export interface StoredReply {
  readonly scope: string;
  readonly key: string;
  readonly inputHash: string;
  /** The reply as JSON text. */
  readonly reply: string;
  readonly isPermanent?: boolean;
}

/** A range of positions in the log that is reserved for one connection. */
export interface Positions {
  readonly first: bigint;
  readonly count: number;
}

/** Clock, ids and positions of a batch. They are inputs, so that deciding stays pure. */
export interface BatchContext {
  readonly at: Date;
  readonly newEventId: () => string;
  readonly positions: Positions;
}

/** The outcome of a command, or the error that its decision threw. */
export type CommandResult = { readonly outcome: Outcome<unknown> } | { readonly thrown: unknown };

export interface DecidedBatch {
  /** Results in the order of the commands. */
  readonly results: readonly CommandResult[];
  readonly facts: readonly PendingFact[];
  readonly repliesToStore: readonly StoredReply[];
}

/** Number of positions that are reserved at a time. A batch that needs more fails. */
export const positionsPerBatch = 65_536;

/** Maximum length of a stream id without its category (`StreamRef.id`), in Unicode code points. */
const idLimit = 400;

const noMeta: FactMeta = {};

/**
 * Combines scope and key into one text. Both may contain any character, so the text starts with the length of the
 * scope.
 */
export function idempotencyName({ scope, key }: { readonly scope: string; readonly key: string }): string {
  return `${scope.length}:${scope}${key}`;
}

interface Loaded {
  readonly streams: ReadonlyMap<string, LoadedStream>;
  /** Stored replies, keyed by `idempotencyName`. */
  readonly replies: Map<string, StoredReply>;
}

/** Decides the commands in order. Updates the given streams and adds to the given replies. */
export function decideBatch(commands: readonly AnyCommand[], loaded: Loaded, context: BatchContext): DecidedBatch {
  const facts: PendingFact[] = [];
  const repliesToStore: StoredReply[] = [];
  const decideOne = (command: AnyCommand): CommandResult => {
    const { idempotency } = command;
    const earlier = idempotency === undefined ? undefined : loaded.replies.get(idempotencyName(idempotency));
    if (idempotency !== undefined && earlier !== undefined) return { outcome: replay(idempotency, earlier) };
    try {
      const decision = command.decide(statesOf(command, loaded.streams) as never);
      if (!decision.accepted) return { outcome: decision };
      // Everything that can throw runs before the first change, so that a failing command leaves no trace.
      const stored =
        idempotency === undefined ? null : { ...idempotency, reply: JSON.stringify(decision.reply ?? null) };
      const recorded = record(command, decision.facts, { loaded, context, offset: facts.length });
      for (const fact of recorded.facts) facts.push(fact);
      for (const { stream, state, version } of recorded.advanced) Object.assign(stream, { state, version });
      if (stored !== null) {
        repliesToStore.push(stored);
        loaded.replies.set(idempotencyName(stored), stored);
      }
      return { outcome: { accepted: true, reply: decision.reply, replayed: false } };
    } catch (thrown) {
      return { thrown };
    }
  };
  return { results: commands.map(decideOne), facts, repliesToStore };
}

/** Returns the stored reply, or a refusal when the key was used with a different input. */
export function replay(
  idempotency: IdempotencyKey,
  stored: Pick<StoredReply, 'inputHash' | 'reply'>,
): Outcome<unknown> {
  if (stored.inputHash !== idempotency.inputHash)
    return { accepted: false, refusal: { code: 'idempotency.conflict', params: {} } };
  return { accepted: true, reply: JSON.parse(stored.reply) as unknown, replayed: true };
}

function statesOf(command: AnyCommand, streams: ReadonlyMap<string, LoadedStream>): Record<string, unknown> {
  const states: Record<string, unknown> = {};
  const refs = Object.values(command.streams);
  const unknown = refs.map((ref) => streams.get(streamIdOf(ref))?.unknownFact).find((error) => error !== undefined);
  if (unknown !== undefined) throw unknown;
  const outdated = refs.filter((ref) => streams.get(streamIdOf(ref))?.isOutdated === true);
  if (outdated.length > 0) throw new StateOutdated(outdated);
  for (const name in command.streams)
    states[name] = streams.get(streamIdOf(command.streams[name] as AnyStreamRef))?.state;
  return states;
}

interface AdvancedStream {
  readonly stream: LoadedStream;
  version: number;
  state: unknown;
}

interface RecordContext {
  readonly loaded: Loaded;
  readonly context: BatchContext;
  /** Number of facts in the batch before this command. */
  readonly offset: number;
}

/**
 * Numbers and folds the facts of one decision. Does not change the batch, so the batch stays valid when this throws.
 */
function record(
  command: AnyCommand,
  factsByName: Readonly<Record<string, readonly Fact[] | undefined>>,
  { loaded, context, offset }: RecordContext,
): { facts: PendingFact[]; advanced: AdvancedStream[] } {
  const facts: PendingFact[] = [];
  const advanced = new Map<string, AdvancedStream>();
  const meta = storedMeta(command.meta);
  const metaText = JSON.stringify(meta);
  for (const name in factsByName) {
    const ref = command.streams[name];
    if (ref === undefined) throw new TypeError(`${command.name} has facts for "${name}", a stream it does not name`);
    const streamId = streamIdOf(ref);
    const stream = loaded.streams.get(streamId) as LoadedStream;
    const target = advanced.get(streamId) ?? { stream, version: stream.version, state: stream.state };
    // Checked only when facts are stored. A command that only reads finds an empty stream under an invalid id, and
    // its decision refuses it.
    if ((factsByName[name]?.length ?? 0) > 0) checkId(ref.id);
    for (const fact of factsByName[name] ?? []) {
      const index = offset + facts.length;
      if (index >= context.positions.count)
        throw new RangeError(`${command.name}: more than ${context.positions.count} facts in one batch`);
      target.version += 1;
      target.state = stream.type.evolve(target.state, fact);
      facts.push({
        fact: {
          type: fact.type,
          data: fact.data,
          eventId: context.newEventId(),
          streamId,
          id: stream.id,
          category: stream.type.category,
          version: target.version,
          position: context.positions.first + BigInt(index),
          meta,
          at: context.at,
        },
        state: target.state,
        data: stringifyWithTexts(dataToStore(stream.type, fact)),
        meta: metaText,
      });
      advanced.set(streamId, target);
    }
  }
  return { facts, advanced: [...advanced.values()] };
}

/** The data of a fact without the content that a content view keeps. */
function dataToStore({ contentField }: AnyStreamType, { data }: Fact): object {
  return contentField !== undefined && contentField in data ? { ...data, [contentField]: null } : data;
}

function storedMeta(meta: CommandMeta | undefined): FactMeta {
  if (meta?.requestBytes === undefined) return meta ?? noMeta;
  const { requestBytes: _notStored, ...stored } = meta;
  return stored;
}

function checkId(id: string): void {
  if (id.length > 0 && id.length <= idLimit) return;
  const length = [...id].length;
  if (length === 0 || length > idLimit)
    throw new RangeError(`a stream id has 1 to ${idLimit} characters, this one has ${length}`);
}
