/**
 * The part of a round that is a pure function: decide the commands in order, in memory, each upon what its
 * predecessors left. Nothing here waits or writes.
 */
import {
  streamIdOf,
  type AnyStreamRef,
  type AnyStreamType,
  type Decision,
  type Fact,
  type Outcome,
} from '@kushk/decider';
import type { FactMeta, OnceOnly, RecordedFact } from './command.js';

/** A command with its types forgotten, as the loop handles it. */
export interface AnyCommand {
  readonly name: string;
  readonly streams: Readonly<Record<string, AnyStreamRef>>;
  readonly decide: (states: never) => Decision<Readonly<Record<string, readonly Fact[] | undefined>>, unknown>;
  readonly once?: OnceOnly | undefined;
  readonly meta?: FactMeta | undefined;
}

/** A stream as a round sees it: read under its row's lock, then moved on by each decision. */
export interface StreamInRound {
  readonly streamId: string;
  readonly id: string;
  readonly type: AnyStreamType;
  readonly storedVersion: number;
  version: number;
  state: unknown;
}

/** A fact with the texts under which it is stored. */
export interface PendingFact {
  readonly fact: RecordedFact;
  readonly data: string;
  readonly meta: string;
}

/** What stays of a command that may be repeated: its reply, and the hash of its input. */
export interface StoredAnswer {
  readonly scope: string;
  readonly key: string;
  readonly inputHash: string;
  /** JSON text. */
  readonly reply: string;
}

/** Clock, ids and positions of a round, from outside the decision. */
export interface Stamp {
  readonly at: Date;
  readonly newEventId: () => string;
  /** The first of `positionsPerRound` positions that belong to this round alone. */
  readonly firstPosition: bigint;
}

/** What a caller will be told: the outcome, or what its decision threw. */
export type Answer = { readonly outcome: Outcome<unknown> } | { readonly thrown: unknown };

export interface DecidedRound {
  /** In the order of the commands. */
  readonly answers: readonly Answer[];
  readonly facts: readonly PendingFact[];
  readonly answersToKeep: readonly StoredAnswer[];
}

/** Positions reserved for a round: more facts than that in one round are an error. */
export const positionsPerRound = 65_536;

/** Longest stream id without its category (`StreamRef.id`), in characters as people count them: code points. */
const idLimit = 400;

const noMeta: FactMeta = {};

/** The name under which an answer is known: scope and key, which may both hold any character. */
export function onceName(once: { readonly scope: string; readonly key: string }): string {
  return `${once.scope.length}:${once.scope}${once.key}`;
}

/** Decides the commands in order. Moves `streams` on and adds to `known`, so the caller hands in its own maps. */
export function decideRound(
  commands: readonly AnyCommand[],
  seen: { readonly streams: ReadonlyMap<string, StreamInRound>; readonly known: Map<string, StoredAnswer> },
  stamp: Stamp,
): DecidedRound {
  const facts: PendingFact[] = [];
  const answersToKeep: StoredAnswer[] = [];
  const answers = commands.map((command): Answer => {
    const before = command.once === undefined ? undefined : seen.known.get(onceName(command.once));
    if (command.once !== undefined && before !== undefined) return { outcome: repeat(command.once, before) };
    try {
      const decision = command.decide(statesOf(command, seen.streams) as never);
      if (!decision.accepted) return { outcome: decision };
      const kept =
        command.once === undefined ? null : { ...command.once, reply: JSON.stringify(decision.reply ?? null) };
      const added = record(command, decision.facts, seen.streams, stamp, facts.length);
      for (const fact of added.facts) facts.push(fact);
      for (const moved of added.moved) Object.assign(moved.stream, { state: moved.state, version: moved.version });
      if (kept !== null) {
        answersToKeep.push(kept);
        seen.known.set(onceName(kept), kept);
      }
      return { outcome: { accepted: true, reply: decision.reply, replayed: false } };
    } catch (thrown) {
      return { thrown };
    }
  });
  return { answers, facts, answersToKeep };
}

/** The stored answer again, or the refusal where something else is asked under its key. */
export function repeat(once: OnceOnly, before: Pick<StoredAnswer, 'inputHash' | 'reply'>): Outcome<unknown> {
  if (before.inputHash !== once.inputHash)
    return { accepted: false, refusal: { code: 'idempotency.conflict', params: {} } };
  return { accepted: true, reply: JSON.parse(before.reply) as unknown, replayed: true };
}

function statesOf(command: AnyCommand, streams: ReadonlyMap<string, StreamInRound>): Record<string, unknown> {
  const states: Record<string, unknown> = {};
  for (const name in command.streams)
    states[name] = streams.get(streamIdOf(command.streams[name] as AnyStreamRef))?.state;
  return states;
}

interface Moved {
  readonly stream: StreamInRound;
  version: number;
  state: unknown;
}

/** Numbers and stamps the facts of one decision and folds them, without touching the round: all of them or none. */
function record(
  command: AnyCommand,
  byName: Readonly<Record<string, readonly Fact[] | undefined>>,
  streams: ReadonlyMap<string, StreamInRound>,
  stamp: Stamp,
  before: number,
): { facts: PendingFact[]; moved: Moved[] } {
  const facts: PendingFact[] = [];
  const moved = new Map<string, Moved>();
  const meta = command.meta ?? noMeta;
  const metaText = JSON.stringify(meta);
  for (const name in byName) {
    const ref = command.streams[name];
    if (ref === undefined)
      throw new TypeError(`${command.name} has facts for "${name}", a stream that it did not name`);
    const streamId = streamIdOf(ref);
    const stream = streams.get(streamId) as StreamInRound;
    const target = moved.get(streamId) ?? { stream, version: stream.version, state: stream.state };
    // Only where something would be stored: under an id that no stream can have there is nothing, and the decision says so.
    if ((byName[name]?.length ?? 0) > 0) checkId(ref.id);
    for (const fact of byName[name] ?? []) {
      const place = before + facts.length;
      if (place >= positionsPerRound)
        throw new RangeError(`${command.name}: more than ${positionsPerRound} facts in one round`);
      target.version += 1;
      target.state = stream.type.evolve(target.state, fact);
      facts.push({
        fact: {
          type: fact.type,
          data: fact.data,
          eventId: stamp.newEventId(),
          streamId,
          id: stream.id,
          category: stream.type.category,
          version: target.version,
          position: stamp.firstPosition + BigInt(place),
          meta,
          at: stamp.at,
        },
        data: JSON.stringify(fact.data),
        meta: metaText,
      });
      moved.set(streamId, target);
    }
  }
  return { facts, moved: [...moved.values()] };
}

function checkId(id: string): void {
  if (id.length > 0 && id.length <= idLimit) return;
  const length = [...id].length;
  if (length === 0 || length > idLimit)
    throw new RangeError(`a stream id has 1 to ${idLimit} characters, this one ${length}`);
}
