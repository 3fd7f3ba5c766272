/**
 * The statements that write rows to the table of a view. New rows are copied. Rows that may be there are sent as one
 * array per column: PostgreSQL reads an array in a fraction of the time that it takes for the members of JSON objects.
 */
import { hasLargeJsonText, jsonTextOf } from '@kushk/contracts';
import { textArray } from './array-literal.js';
import { copyText } from './copy-text.js';
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
  const text = `copy ${table.name} (${list}) from stdin`;
  return { name, text, values: [], copied: copyText(rows.map((row) => columns.map((column) => textOf(row, column)))) };
}

/** The statement that adds rows or changes those that are there. */
export function insertRows(table: ViewTable, { name, columns, rows, conflict }: Insert): Statement {
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const [first] = rows;
  if (first !== undefined && rows.length === 1 && columns.some(({ property }) => hasLargeJsonText(first[property])))
    return insertLargeRow(table, { name, columns, rows: [first], conflict });
  const arrays = columns.map(({ type, isArray }, index) => `$${index + 1}::${isArray ? 'text' : type}[]`).join(', ');
  const values = columns.map(({ quoted, type, isArray }) => (isArray ? `u.${quoted}::${type}[]` : `u.${quoted}`));
  const text = `insert into ${table.name} (${list}) select ${values.join(', ')} from unnest(${arrays}) as u(${list}) ${conflict}`;
  return { name, text, values: columns.map((column) => textArray(rows.map((row) => textOf(row, column)))) };
}

/** Inside an array, a large JSON value would be escaped and parsed once more. */
function insertLargeRow(table: ViewTable, { name, columns, rows, conflict }: Insert): Statement {
  const list = columns.map(({ quoted }) => quoted).join(', ');
  const parameters = columns.map((_column, index) => `$${index + 1}`).join(', ');
  const text = `insert into ${table.name} (${list}) values (${parameters}) ${conflict}`;
  return { name: `${name}_large`, text, values: columns.map((column) => textOf(rows[0] as Row, column)) };
}

/** The value of a column in the text format of PostgreSQL. */
function textOf(row: Row, { property, type, isArray }: Column): string | null {
  const value = row[property];
  if (value === null || value === undefined) return null;
  if (isArray) return textArray((value as readonly unknown[]).map((item) => (item === null ? null : String(item))));
  if (type === 'json' || type === 'jsonb') return typeof value === 'object' ? jsonTextOf(value) : JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? jsonTextOf(value) : String(value as string | number | bigint | boolean);
}
