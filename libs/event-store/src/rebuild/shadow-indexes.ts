/**
 * The indexes of rebuilt tables. A table that is filled without indexes gets them in a fraction of the time that it
 * takes to add each row to each index.
 */
import type { PipelinedClient } from '../postgres/pipelined-client.js';
import type { RebuiltTable } from './table-difference.js';

interface Index {
  readonly name: string;
  /** The definition without the names of index and table, and the constraint that the index belongs to. */
  readonly shape: string;
  readonly definition: string;
  readonly isUnique: boolean;
  readonly isValid: boolean;
  readonly constraint: 'primary key' | 'unique' | 'exclude' | null;
}

/** Creates the unique indexes of the live table, which `on conflict` needs. The rebuilt table is empty. */
export async function createUniqueIndexes(client: PipelinedClient, table: RebuiltTable): Promise<void> {
  await createIndexes(client, table, { concurrently: '', isNeeded: ({ isUnique }) => isUnique });
}

/**
 * Creates the indexes of the live table that the rebuilt one does not have, and continues after an interruption. They
 * are created concurrently: in an ordinary transaction, which has an id, they would stop the relays of every service
 * in the PostgreSQL cluster for as long as it takes.
 */
export async function createMissingIndexes(client: PipelinedClient, table: RebuiltTable): Promise<void> {
  const live = await indexesOf(client, table.live.name);
  // An interrupted statement leaves an invalid index, or an index without its constraint.
  for (const { name, shape, isValid } of await indexesOf(client, table.rebuilt))
    if (!isValid || live.every((index) => index.shape !== shape)) await client.query(`drop index ${name}`);
  await createIndexes(client, table, { concurrently: 'concurrently', isNeeded: () => true });
}

export async function indexesOf(client: PipelinedClient, table: string): Promise<readonly Index[]> {
  const { rows } = await client.query<Omit<Index, 'shape'>>(
    `select quote_ident(c.relname) as name, pg_get_indexdef(c.oid) as definition, i.indisunique as "isUnique",
        i.indisvalid as "isValid",
        case k.contype when 'p' then 'primary key' when 'u' then 'unique' when 'x' then 'exclude' end as constraint
      from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k
        on k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u', 'x')
      where i.indrelid = $1::regclass order by c.relname`,
    [table],
  );
  return rows.map((row) => ({
    ...row,
    shape: `${row.constraint ?? ''} ${row.definition.replace(ofTable, '$1')}`,
  }));
}

const ofTable = /^CREATE (UNIQUE )?INDEX .+? ON .+? USING /;

async function createIndexes(
  client: PipelinedClient,
  { live, rebuilt }: RebuiltTable,
  { concurrently, isNeeded }: { readonly concurrently: string; readonly isNeeded: (index: Index) => boolean },
): Promise<void> {
  const existing = [...(await indexesOf(client, rebuilt))];
  const names = new Set(existing.map(({ name }) => name));
  for (const index of await indexesOf(client, live.name)) {
    const found = existing.findIndex(({ shape }) => shape === index.shape);
    if (found >= 0) existing.splice(found, 1);
    if (found >= 0 || !isNeeded(index)) continue;
    if (index.constraint === 'exclude') throw new Error(`${index.name}: a rebuild creates no exclusion constraints`);
    const name = freeName(rebuilt, names);
    const definition = index.definition.replace(ofTable, `create $1index ${concurrently} ${name} on ${rebuilt} using `);
    await client.query(definition);
    if (index.constraint !== null)
      await client.query(`alter table ${rebuilt} add ${index.constraint} using index ${name}`);
  }
}

/** `"rebuild_0"` has the indexes `rebuild_0_index_0`, …. */
function freeName(rebuilt: string, taken: Set<string>): string {
  for (let number = 0; ; number += 1) {
    const name = `${rebuilt.replaceAll('"', '')}_index_${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
