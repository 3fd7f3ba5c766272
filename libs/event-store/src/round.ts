/**
 * One round of the command loop on one connection: two pipelined flights in one transaction. The first locks and
 * reads, the second writes and commits; between them the decisions are made in memory.
 */
import type { Socket } from 'node:net';
import { streamIdOf, type AnyStreamRef, type AnyStreamType, type Fact } from '@kushk/decider';
import type pg from 'pg';
import { plainArray, textArray } from './array-literal.js';
import {
  decideRound,
  onceName,
  type Answer,
  type AnyCommand,
  type PendingFact,
  type StoredAnswer,
  type StreamInRound,
} from './deciding.js';
import { newEventId } from './event-id.js';
import type { Statement, ViewWriter } from './view-sql.js';

/** A finished round: what to tell each caller, and under which transaction its facts are stored (null: none were). */
export interface PlayedRound {
  readonly answers: readonly Answer[];
  readonly xid: bigint | null;
}

/**
 * A round whose COMMIT was sent and not answered. Its answers hold if its first fact turns out to be stored; that
 * is looked up by the next attempt, under the same locks.
 */
export interface DoubtfulRound extends PlayedRound {
  readonly evidence: { readonly streamId: string; readonly version: number; readonly eventId: string };
}

/** A round did not get through; `doubt` when it may have been stored all the same. */
export class RoundFailed extends Error {
  override readonly name = 'RoundFailed';
  readonly doubt: DoubtfulRound | null;

  constructor(cause: unknown, doubt: DoubtfulRound | null) {
    super('a round of the command loop failed', { cause });
    this.doubt = doubt;
  }
}

const begin: Statement = { name: 'begin', text: 'begin', values: [] };
const commit: Statement = { name: 'commit', text: 'commit', values: [] };
const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] };
const place: Statement = {
  name: 'place',
  text: `select pg_current_xact_id()::text, nextval('log_position')::text`,
  values: [],
};

/** Rows are locked in the order of their ids, all of a round at once: rounds that share streams wait, never deadlock. */
const lockText = `select stream_id, version, state_version, state::text from log_streams
  where stream_id = any($1::text[]) order by stream_id for update`;
/** A statement of its own: in the one above it would read the snapshot from before the locks were granted. */
const keysText = `select k.scope, k.key, i.input_hash, i.reply::text from unnest($1::text[], $2::text[]) as k(scope, key)
  cross join lateral (select input_hash, reply from log_idempotency o where o.scope = k.scope and o.key = k.key limit 1) i`;
const evidenceText = `select e.event_id::text from unnest($1::text[], $2::bigint[], $3::uuid[]) as u(stream_id, version, event_id)
  join log_events e on e.stream_id = u.stream_id and e.version = u.version and e.event_id = u.event_id`;
const historyText =
  'select stream_id, type, data from log_events where stream_id = any($1::text[]) order by stream_id, version';
/** The version says that nobody else appended; `last_xid` that the order of transactions is the order of the stream. */
const streamsText = `with moved as (
    insert into log_streams as s (stream_id, version, prev_version, last_xid, state_version, state)
    select u.stream_id, u.version, u.prev_version, pg_current_xact_id(), u.state_version, u.state::json
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::text[]) as u(stream_id, version, prev_version, state_version, state)
    on conflict (stream_id) do update set version = excluded.version, prev_version = excluded.prev_version,
      last_xid = excluded.last_xid, state_version = excluded.state_version, state = excluded.state
    where s.version = excluded.prev_version and s.last_xid <= excluded.last_xid
    returning 1)
  select log_expect(count(*) = $6) from moved`;
const eventsText = `insert into log_events (position, stream_id, version, event_id, type, data, meta, at)
  select u.position, u.stream_id, u.version, u.event_id, u.type, u.data::json, u.meta::json, $8
  from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::text[], $7::text[])
    as u(position, stream_id, version, event_id, type, data, meta)`;
const onceText = `insert into log_idempotency (scope, key, input_hash, reply, at)
  select u.scope, u.key, u.input_hash, u.reply::json, $5
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as u(scope, key, input_hash, reply)`;

/** Plays the commands as one transaction. Rejects with `RoundFailed`; then none of it is stored, except in doubt. */
export async function executeBatch(
  client: pg.Client,
  commands: readonly AnyCommand[],
  views: readonly ViewWriter[],
  doubts: readonly DoubtfulRound[],
): Promise<PlayedRound> {
  let pending: DoubtfulRound | null = null;
  try {
    const seen = await lockAndRead(client, commands, doubts);
    const proved = doubts.find((doubt) => doubt.evidence.eventId === seen.provedEventId);
    if (proved !== undefined) {
      await fly(client, [rollback]);
      return proved;
    }
    const at = new Date();
    const decided = decideRound(commands, seen, { at, newEventId, firstPosition: seen.firstPosition });
    if (decided.facts.length === 0 && decided.answersToKeep.length === 0) {
      await fly(client, [rollback]);
      return { answers: decided.answers, xid: null };
    }
    const changed = [...seen.streams.values()].filter((stream) => stream.version > stream.storedVersion);
    const changes = { streams: changed, facts: decided.facts.map((each) => each.fact) };
    const writes = [
      ...(changed.length > 0 ? [writeStreams(changed), writeEvents(decided.facts, at)] : []),
      ...(decided.answersToKeep.length > 0 ? [writeOnce(decided.answersToKeep, at)] : []),
      ...views.flatMap((view) => view.write(changes)),
    ];
    const first = decided.facts[0]?.fact;
    const played: PlayedRound = { answers: decided.answers, xid: first === undefined ? null : seen.xid };
    if (first !== undefined)
      pending = { ...played, evidence: { streamId: first.streamId, version: first.version, eventId: first.eventId } };
    const results = await fly(client, [...writes, commit]);
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and without an error.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('PostgreSQL rolled the round back');
    return played;
  } catch (cause) {
    throw new RoundFailed(cause, pending);
  }
}

interface Seen {
  readonly streams: Map<string, StreamInRound>;
  readonly known: Map<string, StoredAnswer>;
  readonly xid: bigint;
  readonly firstPosition: bigint;
  readonly provedEventId: string | null;
}

async function lockAndRead(
  client: pg.Client,
  commands: readonly AnyCommand[],
  doubts: readonly DoubtfulRound[],
): Promise<Seen> {
  const refs = new Map<string, AnyStreamRef>();
  const scopes: string[] = [];
  const keys: string[] = [];
  for (const command of commands) {
    for (const name in command.streams)
      refs.set(streamIdOf(command.streams[name] as AnyStreamRef), command.streams[name] as AnyStreamRef);
    if (command.once !== undefined) {
      scopes.push(command.once.scope);
      keys.push(command.once.key);
    }
  }
  const flight: Statement[] = [begin, { name: 'lock', text: lockText, values: [textArray([...refs.keys()])] }, place];
  if (keys.length > 0) flight.push({ name: 'keys', text: keysText, values: [textArray(scopes), textArray(keys)] });
  if (doubts.length > 0) flight.push(lookForEvidence(doubts));
  const results = await fly(client, flight);
  const [xid, position] = results[2]?.rows[0] as [string, string];
  const known = new Map<string, StoredAnswer>();
  if (keys.length > 0) {
    for (const [scope, key, inputHash, reply] of results[3]?.rows as [string, string, string, string][])
      known.set(onceName({ scope, key }), { scope, key, inputHash, reply });
  }
  const streams = await unfold(client, refs, results[1]?.rows as StreamRow[]);
  return {
    streams,
    known,
    xid: BigInt(xid),
    firstPosition: BigInt(position),
    provedEventId: doubts.length > 0 ? ((results.at(-1)?.rows[0]?.[0] as string | undefined) ?? null) : null,
  };
}

function lookForEvidence(doubts: readonly DoubtfulRound[]): Statement {
  const evidence = doubts.map((doubt) => doubt.evidence);
  return {
    name: 'evidence',
    text: evidenceText,
    values: [
      textArray(evidence.map((each) => each.streamId)),
      plainArray(evidence.map((each) => each.version)),
      plainArray(evidence.map((each) => each.eventId)),
    ],
  };
}

type StreamRow = [streamId: string, version: string, stateVersion: number, state: string];

async function unfold(
  client: pg.Client,
  refs: ReadonlyMap<string, AnyStreamRef>,
  rows: readonly StreamRow[],
): Promise<Map<string, StreamInRound>> {
  const streams = new Map<string, StreamInRound>();
  const outdated: string[] = [];
  for (const [streamId, ref] of refs)
    streams.set(streamId, {
      streamId,
      id: ref.id,
      type: ref.type,
      storedVersion: 0,
      version: 0,
      state: ref.type.initial,
    });
  for (const [streamId, version, stateVersion, text] of rows) {
    const { id, type } = refs.get(streamId) as AnyStreamRef;
    const storedVersion = Number(version);
    if (stateVersion !== type.stateVersion) outdated.push(streamId);
    const state: unknown = stateVersion === type.stateVersion ? stateOf(type, text) : type.initial;
    streams.set(streamId, { streamId, id, type, storedVersion, version: storedVersion, state });
  }
  if (outdated.length > 0) {
    const [history] = await fly(client, [{ name: 'history', text: historyText, values: [textArray(outdated)] }]);
    for (const [streamId, type, data] of history?.rows as [string, string, object][]) {
      const stream = streams.get(streamId) as StreamInRound;
      stream.state = stream.type.evolve(stream.state, { type, data } satisfies Fact);
    }
  }
  return streams;
}

/** The state as it is kept in its row. */
export function stateOf(type: AnyStreamType, text: string): unknown {
  const json: unknown = JSON.parse(text);
  return type.stateFromJson === undefined ? json : type.stateFromJson(json);
}

/** The text of a state for its row. */
export function textOf(type: AnyStreamType, state: unknown): string {
  return JSON.stringify(type.stateToJson === undefined ? state : type.stateToJson(state));
}

function writeStreams(changed: readonly StreamInRound[]): Statement {
  const sorted = [...changed].sort((a, b) => (a.streamId < b.streamId ? -1 : 1));
  return {
    name: 'streams',
    text: streamsText,
    values: [
      textArray(sorted.map((stream) => stream.streamId)),
      plainArray(sorted.map((stream) => stream.version)),
      plainArray(sorted.map((stream) => stream.storedVersion)),
      plainArray(sorted.map((stream) => stream.type.stateVersion)),
      textArray(sorted.map((stream) => textOf(stream.type, stream.state))),
      sorted.length,
    ],
  };
}

function writeEvents(facts: readonly PendingFact[], at: Date): Statement {
  return {
    name: 'events',
    text: eventsText,
    values: [
      plainArray(facts.map((each) => each.fact.position)),
      textArray(facts.map((each) => each.fact.streamId)),
      plainArray(facts.map((each) => each.fact.version)),
      plainArray(facts.map((each) => each.fact.eventId)),
      textArray(facts.map((each) => each.fact.type)),
      textArray(facts.map((each) => each.data)),
      textArray(facts.map((each) => each.meta)),
      at.toISOString(),
    ],
  };
}

/** Sorted for the same reason as streams: two rounds that bring the same keys wait for each other in one order. */
function writeOnce(answers: readonly StoredAnswer[], at: Date): Statement {
  const sorted = [...answers].sort((a, b) => (onceName(a) < onceName(b) ? -1 : 1));
  const column = (of: (answer: StoredAnswer) => string): string => textArray(sorted.map(of));
  return {
    name: 'once',
    text: onceText,
    values: [
      column((each) => each.scope),
      column((each) => each.key),
      column((each) => each.inputHash),
      column((each) => each.reply),
      at.toISOString(),
    ],
  };
}

/** Sends all statements at once, in one write, and waits for all; rejects with the first error, which is the cause of the others. */
async function fly(client: pg.Client, statements: readonly Statement[]): Promise<pg.QueryArrayResult<unknown[]>[]> {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  // The driver writes each statement by itself: without this a round costs a dozen system calls instead of two.
  stream.cork();
  let sent: Promise<pg.QueryArrayResult<unknown[]>>[];
  try {
    sent = statements.map((statement) =>
      client.query<unknown[]>({
        name: statement.name,
        text: statement.text,
        values: [...statement.values],
        rowMode: 'array',
      }),
    );
  } finally {
    // Whatever happens: a socket that stays corked would hang until the deadline.
    stream.uncork();
  }
  const results = await Promise.allSettled(sent);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
