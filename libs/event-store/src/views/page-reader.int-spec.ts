import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageOf, type RowsOfPage } from '@kushk/contracts';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { Column, DataSource, Entity, PrimaryColumn, type Repository, type SelectQueryBuilder } from 'typeorm';
import { readPage } from './page-reader.js';

@Entity('notes')
class NoteRow {
  @PrimaryColumn('text') id: string;
  @Column('text') topic: string;
  @Column('json') body: { readonly text: string };
}

let database: FreshDatabase;
let dataSource: DataSource;
let notes: Repository<NoteRow>;
const statements: string[] = [];
const sizes = [10, 900_000, 900_000, 900_000, 5_000_000, 10, 20, 30];

beforeAll(async () => {
  database = await freshDatabase('notes');
  dataSource = await new DataSource({
    type: 'postgres',
    url: database.url,
    entities: [NoteRow],
    synchronize: true,
    logging: true,
    logger: { ...ignoreAll(), logQuery: (text: string) => void statements.push(text) },
  }).initialize();
  notes = dataSource.getRepository(NoteRow);
  const rows = sizes.map((size, index) => ({ id: `n${index}`, topic: 'a', body: { text: 'x'.repeat(size) } }));
  await notes.insert([...rows, { id: 'other', topic: 'b', body: { text: '' } }]);
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

const ignore = (): void => undefined;
function ignoreAll() {
  return { logQueryError: ignore, logQuerySlow: ignore, logSchemaBuild: ignore, logMigration: ignore, log: ignore };
}
const bytes = 'octet_length(n.body::text)';
const ofTopic = (topic: string, after = ''): SelectQueryBuilder<NoteRow> =>
  notes
    .createQueryBuilder('n')
    .where('n.topic = :topic', { topic })
    .andWhere('n.id > :after', { after })
    .orderBy('n.id', 'ASC');

describe('readPage', () => {
  it('reads at most as many rows as the limit, and shows whether further rows follow', async () => {
    const read = await readPage(ofTopic('a', 'n4'), { limit: 2, bytes });
    expect(read.rows.map(({ id }) => id)).toEqual(['n5', 'n6']);
    expect(read.hasMore).toBe(true);
    expect(await readPage(ofTopic('a', 'n5'), { limit: 2, bytes })).toMatchObject({ hasMore: false });
    expect(await readPage(ofTopic('none'), { limit: 2, bytes })).toEqual({ rows: [], hasMore: false });
  });

  it('never receives rows beyond the bytes of a page, but always at least one row', async () => {
    const pages: string[][] = [];
    for (let after: string | null = ''; after !== null;) {
      const read: RowsOfPage<NoteRow> = await readPage(ofTopic('a', after), { limit: 200, bytes });
      pages.push(read.rows.map(({ id }) => id));
      after = read.hasMore ? (read.rows.at(-1)?.id ?? null) : null;
    }
    expect(pages).toEqual([['n0', 'n1', 'n2'], ['n3'], ['n4'], ['n5', 'n6', 'n7']]);
  });

  it('reads keys and sizes first, so that the size of the other rows is all that PostgreSQL sends of them', async () => {
    statements.length = 0;
    await readPage(ofTopic('a'), { limit: 200, bytes });
    expect(statements).toHaveLength(2);
    expect(statements[0]).not.toMatch(/"n"\."body" AS/);
    expect(statements[1]).toMatch(/any\(/i);
  });

  it('feeds the page of a list', async () => {
    const read = await readPage(ofTopic('a'), { limit: 200, bytes });
    const page = pageOf(read, { keyOf: ({ id }) => id, itemOf: ({ id }) => ({ id }) });
    expect(page.items).toEqual([{ id: 'n0' }, { id: 'n1' }, { id: 'n2' }]);
    expect(page.next_cursor).not.toBeNull();
  });
});
