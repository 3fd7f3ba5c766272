/**
 * Writes views: each view turns the facts of a round into rows, and one set-based statement per view puts them into
 * its table. Columns come from TypeORM's metadata of the entity, values travel as one JSON document.
 */
import type { EntityMetadata } from 'typeorm';
import type { RecordedFact } from './command.js';
import type { StreamInRound } from './deciding.js';
import type { CounterView, FactView, StateView, View } from './views.js';

/** A statement of a round. `name` makes it prepared once per connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** What a round did, as views see it. */
export interface RoundChanges {
  /** Streams that have new facts. */
  readonly streams: readonly StreamInRound[];
  /** In the order of the log. */
  readonly facts: readonly RecordedFact[];
}

/** A view that knows its table. */
export interface ViewWriter {
  readonly view: View;
  readonly table: ViewTable;
  readonly write: (changes: RoundChanges) => readonly Statement[];
}

type Row = Readonly<Record<string, unknown>>;
interface Column {
  readonly property: string;
  readonly quoted: string;
}
/** The table behind an entity. `generated` columns (serial keys) are given by the database and never compared. */
export interface ViewTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly generated: readonly string[];
}

/** The table that TypeORM keeps the entity in. */
export function tableOf(metadata: EntityMetadata): ViewTable {
  const written = metadata.columns.filter((column) => !column.isGenerated);
  return {
    name: quote(metadata.tableName),
    columns: written.map((column) => ({ property: column.propertyName, quoted: quote(column.databaseName) })),
    generated: metadata.columns.filter((column) => column.isGenerated).map((column) => column.databaseName),
  };
}

/** Binds a view to its table; `key` tells its prepared statements from those of other views. */
export function viewWriter(view: View, table: ViewTable, key: string): ViewWriter {
  return { view, table, write: (changes) => writeOf(view, table, key, changes) };
}

function writeOf(view: View, table: ViewTable, key: string, changes: RoundChanges): readonly Statement[] {
  switch (view.kind) {
    case 'state':
      return writeStates(view, table, key, changes.streams);
    case 'fact':
      return addRows(table, key, rowsOf(view, changes.facts), '');
    case 'counter':
      return addCounters(view, table, key, changes.facts);
  }
}

function writeStates(
  view: StateView,
  table: ViewTable,
  key: string,
  streams: readonly StreamInRound[],
): readonly Statement[] {
  const rows: Row[] = [];
  const gone: string[] = [];
  for (const stream of streams) {
    if (stream.type !== view.of) continue;
    const row = view.row(stream.state, { id: stream.id, version: stream.version });
    if (row === null) gone.push(stream.id);
    else rows.push({ ...row, stream_id: stream.id });
  }
  rows.sort((a, b) => compare(a['stream_id'] as string, b['stream_id'] as string));
  const others = table.columns.filter((column) => column.property !== 'stream_id');
  const conflict =
    others.length === 0
      ? 'on conflict do nothing'
      : `on conflict ("stream_id") do update set ${others.map((column) => `${column.quoted} = excluded.${column.quoted}`).join(', ')}`;
  const statements = rows.length === 0 ? [] : [insert(table, `${key}_put`, table.columns, rows, conflict)];
  if (gone.length > 0) {
    const text = `delete from ${table.name} where "stream_id" in (select json_array_elements_text($1::json))`;
    statements.push({ name: `${key}_drop`, text, values: [JSON.stringify(gone)] });
  }
  return statements;
}

function rowsOf(view: FactView | CounterView, facts: readonly RecordedFact[]): Row[] {
  const rows: Row[] = [];
  for (const fact of facts) {
    if (fact.category === view.of.category) for (const row of view.rows(fact)) rows.push(row);
  }
  return rows;
}

function addCounters(
  view: CounterView,
  table: ViewTable,
  key: string,
  facts: readonly RecordedFact[],
): readonly Statement[] {
  const sums = new Map<string, Record<string, unknown>>();
  for (const row of rowsOf(view, facts)) {
    const place = JSON.stringify(
      view.keys.map((name) => row[name]),
      bigintAsText,
    );
    const sum = sums.get(place);
    if (sum === undefined) {
      const first = { ...row };
      for (const name of view.counters) first[name] = BigInt((row[name] as bigint | number | string | undefined) ?? 0);
      sums.set(place, first);
    } else {
      for (const name of view.counters)
        sum[name] = (sum[name] as bigint) + BigInt((row[name] as bigint | number | string | undefined) ?? 0);
      for (const name in row) if (!view.counters.includes(name)) sum[name] = row[name];
    }
  }
  // Sorted, so that rounds which add to the same rows lock them in the same order.
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
  return addRows(table, key, rows, `on conflict (${target}) do update set ${updates.join(', ')}`);
}

/** Only columns that the rows have are named, so that the others keep their default. */
function addRows(table: ViewTable, key: string, rows: readonly Row[], conflict: string): Statement[] {
  if (rows.length === 0) return [];
  const columns = presentColumns(table, rows);
  const mask = table.columns.map((column) => (columns.includes(column) ? '1' : '0')).join('');
  return [insert(table, `${key}_${BigInt(`0b${mask}`).toString(36)}`, columns, rows, conflict)];
}

function presentColumns(table: ViewTable, rows: readonly Row[]): readonly Column[] {
  return table.columns.filter((column) => rows.some((row) => row[column.property] !== undefined));
}

function insert(
  table: ViewTable,
  name: string,
  columns: readonly Column[],
  rows: readonly Row[],
  conflict: string,
): Statement {
  const list = columns.map((column) => column.quoted).join(', ');
  const text = `insert into ${table.name} (${list}) select ${list} from json_populate_recordset(null::${table.name}, $1::json) ${conflict}`;
  return {
    name,
    text,
    values: [
      JSON.stringify(
        rows.map((row) => inColumns(row, columns)),
        bigintAsText,
      ),
    ],
  };
}

function inColumns(row: Row, columns: readonly Column[]): Row {
  const named: Record<string, unknown> = {};
  for (const column of columns) named[column.quoted.slice(1, -1)] = row[column.property];
  return named;
}

function bigintAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
