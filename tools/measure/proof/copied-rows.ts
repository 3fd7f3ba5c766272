/** Multiplies rows that the services have written, by SQL: the tables of a system that has grown for years. */
import type pg from 'pg';

/** The rows of a table that are copied, and how a copy differs. */
export interface CopiedRows {
  /** With its schema, for example `wallet.log_events`. */
  readonly table: string;
  /** The SQL condition of the rows that are copied. */
  readonly where: string;
  /** Number of copies of each of these rows at the full size. */
  readonly copies: number;
  /** Texts in the rows, and the SQL expressions that replace them. In an expression, `n` is the number of the copy. */
  readonly replace: Readonly<Record<string, string>>;
  /** Columns with other values: SQL expressions. */
  readonly set?: Readonly<Record<string, string>>;
}

/** Rows of one statement, so that no transaction holds up the others. */
const rowsAtOnce = 250_000;
/**
 * The values of a copy that no row may share with the row that it is a copy of, and how PostgreSQL knows its writer.
 */
const newValues: Readonly<Record<string, string>> = {
  'log_events.event_id': 'gen_random_uuid()',
  'log_events.position': 'n',
  'log_streams.last_xid': 'pg_current_xact_id()',
};

/** Adds the copies with the numbers above `from`, up to `to`. Returns how many rows that were. */
export async function copyRows(
  client: pg.ClientBase,
  rows: CopiedRows,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const columns = await columnsOf(client, rows.table);
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const selected = columns.map(({ name }) => `"${name}"::text as "${name}"`).join(', ');
  const templates = await client.query<Readonly<Record<string, string | null>>>(
    `select ${selected} from ${rows.table} where ${rows.where}`,
  );
  if (templates.rows.length === 0) throw new Error(`${rows.table} has no row where ${rows.where}`);
  for (const template of templates.rows) {
    const values = columns.map((column) => valueOf(column, { rows, text: template[column.name] ?? null }));
    for (let first = from + 1; first <= to; first += rowsAtOnce)
      await client.query(
        `insert into ${rows.table} (${names}) select ${values.join(', ')} from generate_series($1::bigint, $2) n
          on conflict do nothing`,
        [first, Math.min(first + rowsAtOnce - 1, to)],
      );
  }
  return templates.rows.length * Math.max(0, to - from);
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The columns that an insert may name. */
async function columnsOf(client: pg.ClientBase, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
      order by attnum`,
    [table],
  );
  return rows;
}

function valueOf(
  { name, type }: Column,
  { rows: { table, replace, set }, text }: { readonly rows: CopiedRows; readonly text: string | null },
): string {
  const value = set?.[name] ?? newValues[`${table.split('.')[1]}.${name}`];
  if (value !== undefined) return value;
  if (text === null) return `null::${type}`;
  const literal = `'${text.replaceAll("'", "''")}'`;
  const found = Object.entries(replace).filter(([from]) => text.includes(from));
  if (found.length === 0) return `${literal}::${type}`;
  return `${found.reduce((sql, [from, to]) => `replace(${sql}, '${from.replaceAll("'", "''")}', ${to})`, literal)}::${type}`;
}
