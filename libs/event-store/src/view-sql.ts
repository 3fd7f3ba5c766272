/**
 * Writes inline views. A view turns the facts of a batch into rows, and one statement per view writes them to its
 * table. Columns come from TypeORM's metadata of the entity. Values are sent as one JSON document.
 */
import { hasLargeJsonText, jsonTextOf, stringifyWithTexts } from '@kushk/contracts';
import type { EntityMetadata } from 'typeorm';
import type { RecordedFact } from './command.js';
import type { LoadedStream } from './decide-batch.js';
import type { Statement } from './pipelined-client.js';
import type { CounterView, FactView, StateView, View } from './views.js';

/** A new fact, and the state of its stream after it. */
export interface FoldedFact {
  readonly fact: RecordedFact;
  readonly state: unknown;
}

/** What a batch has changed. */
export interface BatchChanges {
  /** Streams that have new facts. */
  readonly streams: readonly LoadedStream[];
  /** The new facts in log order. */
  readonly facts: readonly FoldedFact[];
}

/** A view bound to its table. */
export interface ViewWriter {
  readonly view: View;
  readonly table: ViewTable;
  readonly write: (changes: BatchChanges) => readonly Statement[];
}

type Row = Readonly<Record<string, unknown>>;
interface Column {
  readonly property: string;
  readonly quoted: string;
}
/**
 * The table of an entity. The database fills its `generated` columns (identity keys), and a rebuild does not compare
 * them.
 */
export interface ViewTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly generated: readonly string[];
}

export function tableOf(metadata: EntityMetadata): ViewTable {
  const written = metadata.columns.filter((column) => !column.isGenerated);
  return {
    name: quote(metadata.tableName),
    columns: written.map((column) => ({ property: column.propertyName, quoted: quote(column.databaseName) })),
    generated: metadata.columns.filter((column) => column.isGenerated).map((column) => column.databaseName),
  };
}

/** Binds a view to its table. `key` is the prefix of the names of its prepared statements. */
export function viewWriter(view: View, table: ViewTable, key: string): ViewWriter {
  const write = ({ streams, facts }: BatchChanges): readonly Statement[] => {
    switch (view.kind) {
      case 'state':
        return writeStates(view, { table, key, streams });
      case 'fact':
        return addRows(table, key, { rows: rowsOf(view, facts), conflict: '' });
      case 'counter':
        return addCounters(view, { table, key, facts });
    }
  };
  return { view, table, write };
}

function writeStates(
  view: StateView,
  { table, key, streams }: { table: ViewTable; key: string; streams: readonly LoadedStream[] },
): readonly Statement[] {
  const rows: Row[] = [];
  const removed: string[] = [];
  for (const stream of streams) {
    if (stream.type !== view.of) continue;
    const row = view.row(stream.state, { id: stream.id, version: stream.version });
    if (row === null) removed.push(stream.id);
    else rows.push({ ...row, stream_id: stream.id });
  }
  rows.sort((a, b) => compare(a['stream_id'] as string, b['stream_id'] as string));
  const others = table.columns.filter((column) => column.property !== 'stream_id');
  const conflict =
    others.length === 0
      ? 'on conflict do nothing'
      : `on conflict ("stream_id") do update set ${others.map((column) => `${column.quoted} = excluded.${column.quoted}`).join(', ')}`;
  const statements =
    rows.length === 0 ? [] : [insert(table, { name: `${key}_put`, columns: table.columns, rows, conflict })];
  if (removed.length > 0) {
    const text = `delete from ${table.name} where "stream_id" in (select json_array_elements_text($1::json))`;
    statements.push({ name: `${key}_drop`, text, values: [JSON.stringify(removed)] });
  }
  return statements;
}

function rowsOf(view: FactView | CounterView, facts: readonly FoldedFact[]): Row[] {
  const rows: Row[] = [];
  for (const { fact, state } of facts) {
    if (fact.category === view.of.category) for (const row of view.rows(fact, state)) rows.push(row);
  }
  return rows;
}

function addCounters(
  view: CounterView,
  { table, key, facts }: { table: ViewTable; key: string; facts: readonly FoldedFact[] },
): readonly Statement[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const row of rowsOf(view, facts)) {
    // A replacer would be called for every member, and this runs for every row.
    const keyText = JSON.stringify(view.keys.map((name) => withoutBigint(row[name])));
    const sum = sums.get(keyText);
    if (sum === undefined) {
      const first = { ...row };
      for (const name of view.counters) first[name] = BigInt((row[name] as bigint | number | string | undefined) ?? 0);
      sums.set(keyText, first);
    } else {
      for (const name of view.counters)
        sum[name] = (sum[name] as bigint) + BigInt((row[name] as bigint | number | string | undefined) ?? 0);
      for (const name in row) if (!view.counters.includes(name)) sum[name] = row[name];
    }
  }
  // Sorted, so that batches that add to the same rows lock the rows in the same order.
  const rows = [...sums].sort(([a], [b]) => compare(a, b)).map(([, row]) => row);
  const isKey = (column: Column): boolean => view.keys.includes(column.property);
  const isCounter = (column: Column): boolean => view.counters.includes(column.property);
  const present = presentColumns(table, rows);
  const updates = present
    .filter((column) => !isKey(column))
    .map((column) =>
      isCounter(column)
        ? `${column.quoted} = ${table.name}.${column.quoted} + excluded.${column.quoted}`
        : `${column.quoted} = excluded.${column.quoted}`,
    );
  const target = table.columns
    .filter(isKey)
    .map((column) => column.quoted)
    .join(', ');
  return addRows(table, key, { rows, conflict: `on conflict (${target}) do update set ${updates.join(', ')}` });
}

/** Names only the columns that the rows have, so that other columns get their default value. */
function addRows(
  table: ViewTable,
  key: string,
  { rows, conflict }: { rows: readonly Row[]; conflict: string },
): Statement[] {
  if (rows.length === 0) return [];
  const columns = presentColumns(table, rows);
  const mask = table.columns.map((column) => (columns.includes(column) ? '1' : '0')).join('');
  return [insert(table, { name: `${key}_${BigInt(`0b${mask}`).toString(36)}`, columns, rows, conflict })];
}

function presentColumns(table: ViewTable, rows: readonly Row[]): readonly Column[] {
  return table.columns.filter((column) => rows.some((row) => row[column.property] !== undefined));
}

interface Insert {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The `on conflict` clause, or an empty string. */
  readonly conflict: string;
}

function insert(table: ViewTable, { name, columns, rows, conflict }: Insert): Statement {
  const list = columns.map((column) => column.quoted).join(', ');
  const single = rows.length === 1 ? largeRow(rows[0] as Row, columns) : null;
  if (single !== null) {
    const parameters = columns.map((_column, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${table.name} (${list}) values (${parameters}) ${conflict}`;
    return { name: `${name}_large`, text, values: single };
  }
  const text = `insert into ${table.name} (${list}) select ${list} from json_populate_recordset(null::${table.name}, $1::json) ${conflict}`;
  return {
    name,
    text,
    values: [`[${rows.map((row) => stringifyWithTexts(inColumns(row, columns))).join(',')}]`],
  };
}

/**
 * The values of a row with a large JSON value as texts, or null for any other row. Inside a JSON document, PostgreSQL
 * would parse the large value three times.
 */
function largeRow(row: Row, columns: readonly Column[]): (string | null)[] | null {
  const values = columns.map((column) => row[column.property]);
  // An array may be the value of a column with JSON or of a column with an array.
  if (!values.some(hasLargeJsonText) || values.some(Array.isArray)) return null;
  return values.map((value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Date) return value.toISOString();
    return typeof value === 'object' ? jsonTextOf(value) : String(value as string | number | bigint | boolean);
  });
}

function inColumns(row: Row, columns: readonly Column[]): Row {
  const named: Record<string, unknown> = {};
  for (const column of columns) {
    // A replacer of `JSON.stringify` would be called for every member of the values, too.
    named[column.quoted.slice(1, -1)] = withoutBigint(row[column.property]);
  }
  return named;
}

function withoutBigint(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
