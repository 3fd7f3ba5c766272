import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import type { DataSource } from 'typeorm';
import { DeliveryWorkerHarness } from '../../../test/delivery-worker-harness.js';
import { FeedPages } from './feed-page.view.js';

const EVENTS = 20_000;
const installationId = 'ins_a';

let database: FreshDatabase;
let harness: DeliveryWorkerHarness;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** The number of rows that PostgreSQL reads from tables for a plan. */
function rowsRead(plan: Plan): number {
  const own = plan['Relation Name'] === undefined ? 0 : plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0);
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own * plan['Actual Loops']);
}

/** Pages over the real database, and the number of rows that their statements have read. */
function countedPages() {
  const { dataSource } = harness.opened;
  let rows = 0;
  const query = async (sql: string, values: unknown[]): Promise<unknown> => {
    const [explained] = await dataSource.query<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (analyze, format json) ${sql}`,
      values,
    );
    rows += explained === undefined ? 0 : rowsRead(explained['QUERY PLAN'][0].Plan);
    return dataSource.query(sql, values);
  };
  return { pages: new FeedPages({ query } as DataSource), rowsRead: () => rows };
}

beforeAll(async () => {
  database = await freshDatabase('delivery');
  harness = await DeliveryWorkerHarness.on(database.url);
  await harness.opened.dataSource.query(
    `insert into feed_events (event_id, installation_id, sequence, type, order_key, created_at, body)
     select 'evt_' || n, $1, n, case when n in (7, 15000) then 'plugin.wallet.low' else 'plugin.proposal.settled' end,
       'k', now(), json_build_object('sequence', n, 'note', repeat('x', case when n <= 300 then 9000 else 10 end))::text
     from generate_series(1, ${EVENTS}) n`,
    [installationId],
  );
  await harness.opened.dataSource.query('analyze feed_events');
});
afterAll(async () => {
  await harness.close();
  await database.drop();
});

const start = { installationId, sequence: 0, newest: EVENTS };

describe('a page of the feed', () => {
  it('reads no event of other types, and continues after the newest event', async () => {
    const { pages, rowsRead } = countedPages();
    const page = await pages.readAfter(start, 100, ['plugin.paused']);
    expect(page).toEqual({ events: [], readTo: EVENTS, hasMore: false });
    expect(rowsRead()).toBe(0);
    const low = await pages.readAfter(start, 100, ['plugin.paused', 'plugin.wallet.low']);
    expect(low.events.map(({ sequence }) => sequence)).toEqual([7, 15_000]);
    expect(rowsRead()).toBe(2);
  });

  it('merges the requested types in the order of the feed', async () => {
    const { pages } = countedPages();
    const types = ['plugin.wallet.low', 'plugin.proposal.settled'];
    const page = await pages.readAfter({ ...start, sequence: 14_998 }, 3, types);
    expect(page.events.map(({ sequence }) => sequence)).toEqual([14_999, 15_000, 15_001]);
    expect(page).toMatchObject({ readTo: 15_001, hasMore: true });
  });

  it('ends at one megabyte, and the next page continues without a gap', async () => {
    const { pages } = countedPages();
    const first = await pages.readAfter(start, 200, null);
    expect(first.events.length).toBeLessThan(120);
    expect(first).toMatchObject({ readTo: first.events.length, hasMore: true });
    const second = await pages.readAfter({ ...start, sequence: first.readTo }, 200, null);
    expect(second.events[0]?.sequence).toBe(first.readTo + 1);
  });
});
