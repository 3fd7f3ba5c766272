/**
 * The SQL statements of a batch. New rows are copied, other lists are sent as one array per column, so a larger batch
 * needs no more statements.
 */
import { plainArray, textArray } from '../postgres/array-literal.js';
import { arrayOf, copyOf } from '../postgres/binary-format.js';
import { idempotencyName, type LoadedStream, type PendingFact, type StoredReply } from './decide-batch.js';
import { batchFoldLimit } from '../log/outdated-states.js';
import type { Statement } from '../postgres/pipeline.js';
import { readClockText } from '../test-clock/test-clock.js';

export const begin: Statement = { name: 'begin', text: 'begin', values: [] };
export const commit: Statement = { name: 'commit', text: 'commit', values: [] };
export const rollback: Statement = { name: 'rollback', text: 'rollback', values: [] };

/** Returns the first position of the range that the transaction reserves. */
export const takePositions: Statement = {
  name: 'positions',
  text: `select nextval('log_position')::text`,
  values: [],
};

/** Returns how far the clock runs ahead, in seconds, as text; no row if it was never moved. */
export const readClock: Statement = { name: 'clock', text: readClockText, values: [] };

/**
 * Locks rows in the order of their ids, so that batches with common streams wait for each other and never deadlock.
 * Returns states up to a total size of `$2` bytes, and null for the states beyond. PostgreSQL has to decompress a state
 * to know its size, 1.5 ms for each megabyte. So it first adds up the sizes as stored, which are known without reading.
 */
const lockText = `with locked as (
    select stream_id, version, state_version, state from log_streams
    where stream_id = any($1::text[]) order by stream_id for update),
  stored as (
    select *, sum(pg_column_size(state)) over (order by stream_id rows unbounded preceding) <= $2::bigint as is_stored_small
    from locked)
  select stream_id, version, state_version, case when is_stored_small and
    sum(case when is_stored_small then octet_length(state::text) end) over (order by stream_id rows unbounded preceding) <= $2::bigint
    then state::text end
  from stored`;

/**
 * Must be a separate statement: inside the locking statement it would read a snapshot taken before the locks were
 * granted.
 */
const repliesText = `select k.scope, k.key, i.input_hash, i.reply::text from unnest($1::text[], $2::text[]) as k(scope, key)
  cross join lateral (select input_hash, reply from log_idempotency o where o.scope = k.scope and o.key = k.key limit 1) i`;

const proofText = `select e.event_id::text, e.xid::text from unnest($1::text[], $2::bigint[], $3::uuid[]) as u(stream_id, version, event_id)
  join log_events e on e.stream_id = u.stream_id and e.version = u.version and e.event_id = u.event_id`;

/**
 * Fails with a conflict unless every row has the version that the batch was decided on, or no row for version 0. The
 * check of `last_xid` ensures that the transaction ids of a stream increase with its versions.
 *
 * Unless the streams were locked (`$6`), a row must also have the state that the transaction `last_xid` wrote: it was
 * the last one to write the row. Replacing a state without a new version does not set `last_xid`.
 */
const streamsText = `with moved as (
    insert into log_streams as s (stream_id, version, prev_version, last_xid, state_version, state)
    select u.stream_id, u.version, u.prev_version, pg_current_xact_id(), u.state_version, u.state::json
    from unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::text[]) as u(stream_id, version, prev_version, state_version, state)
    on conflict (stream_id) do update set version = excluded.version, prev_version = excluded.prev_version,
      last_xid = excluded.last_xid, state_version = excluded.state_version, state = excluded.state
    where s.version = excluded.prev_version and s.last_xid <= excluded.last_xid
      and ($6::boolean or (s.state_version = excluded.state_version and s.xmin = s.last_xid::xid))
    returning coalesce(old.version, 0) = new.prev_version as is_expected)
  select log_expect(count(*) filter (where is_expected) = cardinality($1::text[])), pg_current_xact_id()::text from moved`;

/** Changes rows so that `streamsText` does not take them for the cached ones. */
const touchText = `with touched as (
    update log_streams set version = version where stream_id = any($1::text[]) returning 1)
  select log_expect(count(*) > 0) from touched`;

const snapshotsText = `insert into log_snapshots as s (stream_id, state_version, version, state)
  select u.stream_id, u.state_version, u.version, u.state::json
  from unnest($1::text[], $2::int[], $3::bigint[], $4::text[]) as u(stream_id, state_version, version, state)
  on conflict (stream_id, state_version) do update
  set version = excluded.version, state = excluded.state, at = clock_timestamp() where s.version < excluded.version`;

const eventsText = `copy log_events (position, stream_id, version, event_id, type, data, meta, at)
  from stdin with (format binary)`;
/** JSON in the binary format is its text. */
const eventColumns = ['bigint', 'text', 'bigint', 'uuid', 'text', 'text', 'text', 'timestamptz'].map((type) => ({
  type,
}));

const storeRepliesText = `copy log_idempotency (scope, key, input_hash, reply, at, expires)
  from stdin with (format binary)`;
const replyColumns = ['text', 'text', 'text', 'text', 'timestamptz', 'boolean'].map((type) => ({ type }));

/** Identifies a fact of a transaction. The transaction was committed if this fact is stored. */
export interface CommitProof {
  readonly streamId: string;
  readonly version: number;
  readonly eventId: string;
}

/** `maxBytes` bounds the states that are returned; null is no bound. */
export function lockStreams(streamIds: readonly string[], maxBytes: number | null): Statement {
  return { name: 'lock', text: lockText, values: [textArray(streamIds), maxBytes ?? Number.MAX_SAFE_INTEGER] };
}

export function findReplies(keys: readonly { readonly scope: string; readonly key: string }[]): Statement {
  return {
    name: 'replies',
    text: repliesText,
    values: [textArray(keys.map(({ scope }) => scope)), textArray(keys.map(({ key }) => key))],
  };
}

/** Returns the event ids of those facts in `proofs` that are stored, and their transaction ids. */
export function findProofs(proofs: readonly CommitProof[]): Statement {
  return {
    name: 'proofs',
    text: proofText,
    values: [
      textArray(proofs.map(({ streamId }) => streamId)),
      plainArray(proofs.map(({ version }) => version)),
      plainArray(proofs.map(({ eventId }) => eventId)),
    ],
  };
}

/** A changed stream with its state as JSON. */
export interface WrittenStream extends LoadedStream {
  readonly text: string;
}

/**
 * Returns the id of the transaction. `isLocked`: the streams were locked and read in this transaction. Sorted, so that
 * batches with common streams lock their rows in the same order.
 */
export function writeStreams(changed: readonly WrittenStream[], isLocked: boolean): Statement {
  const sorted = [...changed].sort((a, b) => (a.streamId < b.streamId ? -1 : 1));
  return {
    name: 'streams',
    text: streamsText,
    values: [
      columnOf('text', sorted, ({ streamId }) => streamId),
      columnOf('bigint', sorted, ({ version }) => version),
      columnOf('bigint', sorted, ({ storedVersion }) => storedVersion),
      columnOf('int', sorted, ({ type }) => type.stateVersion),
      columnOf('text', sorted, ({ text }) => text),
      String(isLocked),
    ],
  };
}

/**
 * Makes every batch fail that wrote these streams and has not ended: one that was decided on cached states finds a row
 * that is not as cached, one that locks has lost its session. The rows must be locked. Fails with a conflict when there
 * is none: such a batch could still add the streams.
 */
export function touchStreams(streamIds: readonly string[]): Statement {
  return { name: 'touch', text: touchText, values: [textArray(streamIds)] };
}

/**
 * Keeps the states of another version of the service, which runs at the same time. That version then folds only the
 * facts since. A short history is folded as fast as its state is read.
 */
export function writeSnapshots(changed: readonly LoadedStream[]): Statement[] {
  const replaced = changed.filter((stream) => stream.replacedState && stream.storedVersion > batchFoldLimit.facts);
  if (replaced.length === 0) return [];
  const values = [
    columnOf('text', replaced, ({ streamId }) => streamId),
    columnOf('int', replaced, ({ replacedState }) => replacedState?.stateVersion ?? 0),
    columnOf('bigint', replaced, ({ storedVersion }) => storedVersion),
    columnOf('text', replaced, ({ replacedState }) => replacedState?.text ?? ''),
  ];
  return [{ name: 'write_snapshots', text: snapshotsText, values }];
}

export function writeEvents(facts: readonly PendingFact[], at: Date): Statement {
  const rows = facts.map(({ fact: { position, streamId, version, eventId, type }, data, meta }) => [
    position,
    streamId,
    version,
    eventId,
    type,
    data,
    meta,
    at,
  ]);
  return { name: 'events', text: eventsText, values: [], copied: copyOf(eventColumns, rows) };
}

/** Sorted like streams, so that two batches with the same keys lock them in the same order. */
export function writeReplies(replies: readonly StoredReply[], at: Date): Statement {
  const sorted = [...replies].sort((a, b) => (idempotencyName(a) < idempotencyName(b) ? -1 : 1));
  const rows = sorted.map(({ scope, key, inputHash, reply, isPermanent }) => [
    scope,
    key,
    inputHash,
    reply,
    at,
    isPermanent !== true,
  ]);
  return { name: 'store_replies', text: storeRepliesText, values: [], copied: copyOf(replyColumns, rows) };
}

function columnOf<Row>(type: string, rows: readonly Row[], valueOf: (row: Row) => string | number): Buffer {
  return arrayOf(type, rows.map(valueOf));
}
