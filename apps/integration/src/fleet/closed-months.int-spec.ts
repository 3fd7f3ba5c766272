import { describe, expect, it } from '@jest/globals';
import { USAGE_TIMEZONE, usageMonthBounds, usageMonthOf } from '@kushk/contracts';
import pg from 'pg';

/**
 * Node and PostgreSQL each ship their own time zone database. If the two disagreed, a month would be billed
 * differently.
 */
describe('the bounds of a usage month', () => {
  it('are the same in PostgreSQL and in `usageMonthBounds`, to the microsecond, from 2000 to 2031', async () => {
    const months: string[] = [];
    for (let month = '2000-01'; month < '2032-01'; month = usageMonthOf(usageMonthBounds(month).endsAt))
      months.push(month);
    const client = new pg.Client({ connectionString: process.env['KUSHK_TEST_POSTGRES_URL'] });
    await client.connect();
    const { rows } = await client.query<{ before: string; from: string }>(
      `select to_char((t - interval '1 microsecond') at time zone $2, 'YYYY-MM') as before, to_char(t at time zone $2, 'YYYY-MM') as "from"
       from unnest($1::timestamptz[]) with ordinality starts(t, n) order by n`,
      [months.map((month) => usageMonthBounds(month).startsAt.toISOString()), USAGE_TIMEZONE],
    );
    await client.end();
    expect(rows.map(({ from }) => from)).toEqual(months);
    expect(rows.slice(1).map(({ before }) => before)).toEqual(months.slice(0, -1));
    expect(rows[0]?.before).toBe('1999-12');
  });
});
