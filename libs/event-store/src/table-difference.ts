/** Compares live tables with rebuilt ones, row by row as JSON. */
import { textArray } from './array-literal.js';
import type { PipelinedClient } from './pipelined-client.js';
import type { ViewTable } from './view-sql.js';

/** Maximum number of rows shown per difference. */
const shownRows = 5;

/** A live table, and the name of the table that was rebuilt from the log. */
export interface RebuiltTable {
  readonly live: ViewTable;
  readonly rebuilt: string;
}

export interface TableDifference {
  readonly table: string;
  /** Number of rows that can be derived from the log and are missing in the live table. */
  readonly missing: number;
  /** Number of rows of the live table that cannot be derived from the log. */
  readonly surplus: number;
  /** Some of the missing and surplus rows, as JSON. */
  readonly examples: readonly string[];
}

/** Compares a table with its rebuilt version, without the columns that the database generates. */
export function compareTables(client: PipelinedClient, { live, rebuilt }: RebuiltTable): Promise<TableDifference> {
  const generated = textArray(live.generated).replaceAll("'", "''");
  const rowsOf = (table: string): string => `select to_jsonb(t) - '${generated}'::text[] as row from ${table} t`;
  return compare(client, live.name, { live: rowsOf(live.name), rebuilt: rowsOf(rebuilt) });
}

/** The stored state of a stream that has ended for good may be missing: a service removes such states. */
export function compareStates(client: PipelinedClient): Promise<TableDifference> {
  const rebuilt = `(select * from rebuild_states r
    where not r.is_final or exists (select from log_streams s where s.stream_id = r.stream_id)) r`;
  const rowsOf = (table: string): string =>
    `select jsonb_build_object('stream_id', stream_id, 'version', version, 'state_version', state_version,
      'state', state::jsonb) as row from ${table}`;
  return compare(client, 'log_streams', { live: rowsOf('log_streams'), rebuilt: rowsOf(rebuilt) });
}

async function compare(
  client: PipelinedClient,
  table: string,
  queries: { readonly live: string; readonly rebuilt: string },
): Promise<TableDifference> {
  const missing = await countRows(client, `${queries.rebuilt} except all ${queries.live}`);
  const surplus = await countRows(client, `${queries.live} except all ${queries.rebuilt}`);
  return {
    table: table.replaceAll('"', ''),
    missing: missing.count,
    surplus: surplus.count,
    examples: [...missing.examples.map((row) => `missing ${row}`), ...surplus.examples.map((row) => `surplus ${row}`)],
  };
}

async function countRows(client: PipelinedClient, query: string): Promise<{ count: number; examples: string[] }> {
  const { rows } = await client.query<{ count: string; examples: string[] | null }>(
    `with d as (${query}) select (select count(*) from d) as count,
      (select array_agg(e.row::text) from (select row from d limit ${shownRows}) e) as examples`,
  );
  return { count: Number(rows[0]?.count ?? 0), examples: rows[0]?.examples ?? [] };
}
