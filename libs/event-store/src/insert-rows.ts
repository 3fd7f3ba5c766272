/**
 * The statements that write rows to the table of a view. New rows are copied. Rows that may be there are sent as one
 * array per column. Both are binary (`binary-format.ts`).
 */
import { textArray } from './array-literal.js';
import { arrayOf, copyOf } from './binary-format.js';
import type { Statement } from './pipeline.js';
import type { Column, ViewTable } from './view-sql.js';

export type Row = Readonly<Record<string, unknown>>;

export interface Insert {
  /** The name of the prepared statement. It is the same for the same columns only. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** The `on conflict` clause. */
  readonly conflict: string;
}

/** The statement that adds rows, none of which may be there. */
export function copyRows(table: ViewTable, { name, columns, rows }: Omit<Insert, 'conflict'>): Statement {
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const values = rows.map((row) => columns.map(({ property }) => row[property]));
  const text = `copy ${table.name} (${list}) from stdin with (format binary)`;
  return { name, text, values: [], copied: copyOf(columns, values) };
}

/** The statement that adds rows or changes those that are there. */
export function insertRows(table: ViewTable, { name, columns, rows, conflict }: Insert): Statement {
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const arrays = columns.map(({ type, isArray }, index) => `$${index + 1}::${isArray ? 'text' : type}[]`).join(', ');
  const values = columns.map(({ quoted, type, isArray }) => (isArray ? `u.${quoted}::${type}[]` : `u.${quoted}`));
  const text = `insert into ${table.name} (${list}) select ${values.join(', ')} from unnest(${arrays}) as u(${list}) ${conflict}`;
  return { name, text, values: columns.map((column) => arrayOfColumn(column, rows)) };
}

/** An array of arrays must have rows of the same length, so the items of an array column are array literals. */
function arrayOfColumn({ property, type, isArray }: Column, rows: readonly Row[]): Buffer {
  const values = rows.map((row) => row[property]);
  return isArray ? arrayOf('text', values.map(literalOf)) : arrayOf(type, values);
}

function literalOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return textArray((value as readonly unknown[]).map((item) => (item === null ? null : String(item))));
}
