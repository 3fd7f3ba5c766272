/** Puts rebuilt tables and states in the place of the live ones. */
import { textArray } from '../postgres/array-literal.js';
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import { indexesOf } from './shadow-indexes.js';
import type { RebuiltTable } from './table-difference.js';

/** Number of streams whose states are replaced in one transaction. */
const statesChunk = 1_000;

/**
 * Drops a live table and gives its name, the names of its indexes and its triggers to the rebuilt one. This takes
 * milliseconds, whatever the size. Call it in a transaction that blocks the command loop.
 */
export async function swapTable(client: PipelinedClient, { live, rebuilt }: RebuiltTable): Promise<void> {
  const names = new Map<string, string[]>();
  for (const { name, shape } of await indexesOf(client, live.name))
    names.set(shape, [...(names.get(shape) ?? []), name]);
  const indexes = await indexesOf(client, rebuilt);
  const triggers = await triggersOf(client, live.name);
  await client.query(`drop table ${live.name}`);
  await client.query(`alter table ${rebuilt} rename to ${live.name}`);
  for (const { name, shape } of indexes) {
    const original = names.get(shape)?.shift();
    if (original === undefined) throw new Error(`${live.name} has no index like ${name}`);
    if (original !== name) await client.query(`alter index ${name} rename to ${original}`);
  }
  for (const trigger of triggers) await client.query(trigger);
}

/** The statements that create the triggers of a table, such as those that refuse changes. */
async function triggersOf(client: PipelinedClient, table: string): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    'select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
    [table],
  );
  return rows.map(({ definition }) => definition);
}

/**
 * Replaces the states that differ, in chunks, while commands run. A stream that commands have changed since the rebuild
 * read it stays as it is. Returns the ids of these streams.
 */
export async function replaceStates(client: PipelinedClient): Promise<string[]> {
  const moved: string[] = [];
  for (let after = ''; ;) {
    const last = await lastOfChunk(client, after);
    if (last === null) return moved;
    const { rows } = await client.query<{ moved: string[] | null }>(
      `with chunk as (select * from rebuild_states where stream_id > $1 and stream_id <= $2),
        replaced as (update log_streams s set state = c.state, state_version = c.state_version from chunk c
          where s.stream_id = c.stream_id and s.version = c.version
          and (s.state_version <> c.state_version or s.state::jsonb <> c.state::jsonb))
      select array_agg(c.stream_id) filter (where s.version <> c.version) as moved
        from chunk c join log_streams s on s.stream_id = c.stream_id`,
      [after, last],
    );
    moved.push(...(rows[0]?.moved ?? []));
    after = last;
  }
}

/** Replaces the states and versions of some streams. Call it while no command runs. */
export async function replaceStatesOf(client: PipelinedClient, streamIds: readonly string[]): Promise<void> {
  for (let from = 0; from < streamIds.length; from += statesChunk)
    await client.query(
      `update log_streams s set state = r.state, state_version = r.state_version, version = r.version
        from rebuild_states r where r.stream_id = s.stream_id and s.stream_id = any($1::text[])`,
      [textArray(streamIds.slice(from, from + statesChunk))],
    );
}

async function lastOfChunk(client: PipelinedClient, after: string): Promise<string | null> {
  const { rows } = await client.query<{ last: string | null }>(
    `select max(stream_id) as last from (select stream_id from rebuild_states where stream_id > $1
      order by stream_id limit ${statesChunk}) c`,
    [after],
  );
  return rows[0]?.last ?? null;
}
