/**
 * The statements that write rows to the table of a view. New rows are copied. Rows that may be there are sent as one
 * array per column. Both are binary (`binary-format.ts`), except for types that have no simple binary format.
 */
import { textArray } from '../postgres/array-literal.js';
import { arrayOf, copyOf, isBinary } from '../postgres/binary-format.js';
import type { Statement } from '../postgres/pipeline.js';
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
export function copyRows(table: ViewTable, insert: Omit<Insert, 'conflict'>): Statement {
  const { name, columns, rows } = insert;
  if (!columns.every(({ type }) => isBinary(type))) return insertRows(table, { ...insert, conflict: '' });
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const values = rows.map((row) => columns.map(({ property }) => row[property]));
  const text = `copy ${table.name} (${list}) from stdin with (format binary)`;
  return { name, text, values: [], copied: copyOf(columns, values) };
}

/** The statement that adds rows or changes those that are there. */
export function insertRows(table: ViewTable, { name, columns, rows, conflict }: Insert): Statement {
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const arrays = columns.map((column, index) => `$${index + 1}::${isLiteral(column) ? 'text' : column.type}[]`);
  const values = columns.map((column) => `u.${column.quoted}${isLiteral(column) ? `::${fullTypeOf(column)}` : ''}`);
  const text = `insert into ${table.name} (${list}) select ${values.join(', ')} from unnest(${arrays.join(', ')}) as u(${list}) ${conflict}`;
  return { name, text, values: columns.map((column) => arrayOfColumn(column, rows)) };
}

/**
 * Whether the values are sent as literals. Of the items of an array of arrays, all must have the same length; and a
 * `tsvector` has no simple binary format.
 */
function isLiteral({ type, isArray }: Column): boolean {
  return isArray || !isBinary(type);
}

function fullTypeOf({ type, isArray }: Column): string {
  return isArray ? `${type}[]` : type;
}

function arrayOfColumn(column: Column, rows: readonly Row[]): Buffer {
  const values = rows.map((row) => row[column.property]);
  return isLiteral(column) ? arrayOf('text', values.map(literalOf)) : arrayOf(column.type, values);
}

function literalOf(value: unknown): unknown {
  return Array.isArray(value) ? textArray(value.map((item) => (item === null ? null : String(item)))) : value;
}
