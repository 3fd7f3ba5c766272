/**
 * Writes inline views. A view turns the facts of a batch into rows, and one statement per view writes them to its
 * table. Columns and their types come from TypeORM's metadata of the entity.
 */
import type { EntityMetadata } from 'typeorm';
import { textArray } from '../postgres/array-literal.js';
import type { RecordedFact } from '../command.js';
import type { LoadedStream } from '../loop/decide-batch.js';
import { copyRows, insertRows, type Row } from './insert-rows.js';
import type { Statement } from '../postgres/pipeline.js';
import type { ContentView, CounterView, FactView, StateView, View } from './views.js';

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

/** A column of a view's table. `type` is the type of its values, or of the items of its arrays. */
export interface Column {
  readonly property: string;
  readonly quoted: string;
  readonly type: string;
  readonly isArray: boolean;
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
    columns: written.map((column) => ({
      property: column.propertyName,
      quoted: quote(column.databaseName),
      type: typeOf(column),
      isArray: column.isArray,
    })),
    generated: metadata.columns.filter((column) => column.isGenerated).map((column) => column.databaseName),
  };
}

function typeOf({ type, propertyName }: EntityMetadata['columns'][number]): string {
  if (typeof type === 'string') return type;
  throw new TypeError(`the column ${propertyName} of a view does not name its type`);
}

/** Binds a view to its table. `key` is the prefix of the names of its prepared statements. */
export function viewWriter(view: View, table: ViewTable, key: string): ViewWriter {
  const write = ({ streams, facts }: BatchChanges): readonly Statement[] => {
    switch (view.kind) {
      case 'state':
      case 'content':
        return writeStates(view, { table, key, streams });
      case 'fact':
        return addRows(table, key, { rows: rowsOf(view, facts), conflict: null });
      case 'counter':
        return addCounters(view, { table, key, facts });
    }
  };
  return { view, table, write };
}

function writeStates(
  view: StateView | ContentView,
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
    rows.length === 0 ? [] : [insertRows(table, { name: `${key}_put`, columns: table.columns, rows, conflict })];
  if (removed.length > 0) {
    const text = `delete from ${table.name} where "stream_id" = any($1::text[])`;
    statements.push({ name: `${key}_drop`, text, values: [textArray(removed)] });
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
    const keyText = keyOf(view, row);
    const sum = sums.get(keyText);
    if (sum === undefined) {
      const first = { ...row };
      for (const name of view.counters) first[name] = BigInt((row[name] as Counted) ?? 0);
      sums.set(keyText, first);
      continue;
    }
    for (const name in row) if (!view.counters.includes(name)) sum[name] = row[name];
    for (const name of view.counters) {
      const added = row[name] as Counted;
      // Most rows change one of several counters.
      if (added !== undefined && added !== '0' && added !== 0) sum[name] = (sum[name] as bigint) + BigInt(added);
    }
  }
  // Sorted, so that batches that add to the same rows lock the rows in the same order.
  const sorted = [...sums.values()].map((row) => ({
    row,
    order: JSON.stringify(view.keys.map((name) => textOf(row[name]))),
  }));
  const rows = sorted.sort((a, b) => compare(a.order, b.order)).map(({ row }) => row);
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

function textOf(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

type Counted = bigint | number | string | undefined;

/** The lengths distinguish keys whose values are the same when they are put together. */
function keyOf(view: CounterView, row: Row): string {
  let text = '';
  for (const name of view.keys) {
    const value = String(row[name]);
    text += `${value.length}:${value}`;
  }
  return text;
}

/** Names only the columns that the rows have, so that other columns get their default value. */
function addRows(
  table: ViewTable,
  key: string,
  { rows, conflict }: { rows: readonly Row[]; conflict: string | null },
): Statement[] {
  if (rows.length === 0) return [];
  const columns = presentColumns(table, rows);
  const mask = table.columns.map((column) => (columns.includes(column) ? '1' : '0')).join('');
  const insert = { name: `${key}_${BigInt(`0b${mask}`).toString(36)}`, columns, rows };
  return [conflict === null ? copyRows(table, insert) : insertRows(table, { ...insert, conflict })];
}

function presentColumns(table: ViewTable, rows: readonly Row[]): readonly Column[] {
  return table.columns.filter((column) => rows.some((row) => row[column.property] !== undefined));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function quote(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
