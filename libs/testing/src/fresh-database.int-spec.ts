import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { freshDatabase } from './fresh-database.js';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('freshDatabase', () => {
  it("logs in with the service's role; the schema of the same name is first in the search path", async () => {
    const database = await freshDatabase('sample_wallet');
    try {
      await query(database.url, 'CREATE TABLE example (id int)');
      expect(
        await query(
          database.url,
          "SELECT current_user::text AS role, current_schema()::text AS schema, to_regclass('sample_wallet.example') IS NOT NULL AS in_schema, current_setting('is_superuser') AS super",
        ),
      ).toEqual([{ role: 'sample_wallet', schema: 'sample_wallet', in_schema: true, super: 'off' }]);
    } finally {
      await database.drop();
    }
    await expect(query(database.url, 'SELECT 1')).rejects.toThrow(/does not exist/);
  });

  it('creates separate databases for one service in parallel', async () => {
    const databases = await Promise.all(Array.from({ length: 4 }, () => freshDatabase('sample_wallet')));
    try {
      expect(new Set(databases.map((one) => one.name)).size).toBe(4);
      await Promise.all(databases.map((one) => query(one.url, 'CREATE TABLE example (id int)')));
    } finally {
      await Promise.all(databases.map((one) => one.drop()));
    }
  });

  it('rejects an invalid service name', async () => {
    await expect(freshDatabase('x; drop')).rejects.toThrow(RangeError);
  });
});
