/** The plans of all statements that every GET route and every worker executes, on tables of two sizes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type pg from 'pg';
import { startWholeSystem, type WholeSystem } from '../bench/whole-system.js';
import type { GrowthRequest } from './growth-requests.js';
import { connected, grow, prepareDemo, roles, sendUntilServed, type DemoSystem } from './growth-system.js';
import { growingStatements } from './growing-statements.js';
import { readPlans, recordPlans, sizeOfLog, type StatementReads } from './recorded-plans.js';

/** Copies of each row. More than the largest page, so that a page is full at both sizes. */
const SMALL = 250;
const LARGE = 2_500;
const callers = 4;
/** PostgreSQL reads small tables as a whole, or along an index in whose order they lie, even if another one fits. */
const USE_INDEXES = { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', random_page_cost: '1' };

let system: WholeSystem;
let client: pg.Client;
let demo: DemoSystem;
let requests: readonly GrowthRequest[];
let small: readonly StatementReads[];
let large: readonly StatementReads[];

beforeAll(async () => {
  system = await startWholeSystem();
  client = await connected(system);
  demo = await prepareDemo(system, client);
  requests = await demo.requests(system);
  await recordPlans(client, roles, USE_INDEXES);
});
beforeAll(async () => {
  small = await plansAt(0, SMALL);
});
beforeAll(async () => {
  large = await plansAt(SMALL, LARGE);
});
afterAll(async () => {
  await client?.end();
  await system?.stop();
});

async function plansAt(before: number, size: number): Promise<readonly StatementReads[]> {
  const logFile = join(system.dataDir, 'logs', 'postgres.log');
  const within = (copies: number) => (full: number) => Math.min(copies, full);
  // Requests read states and views. Facts are read by stream and in the order of the log, which other specs show.
  const views = demo.copies.filter(({ table }) => !table.endsWith('.log_events'));
  await grow(client, views, { from: within(before), to: within(size) });
  const from = sizeOfLog(logFile);
  const waiting = [...requests];
  const caller = async (): Promise<void> => {
    for (let request = waiting.pop(); request !== undefined; request = waiting.pop()) await sendUntilServed(request);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return readPlans(logFile, from);
}

describe('a system with ten times as much data', () => {
  it('reads no more rows and blocks for any request', () => {
    const growing = growingStatements(small, large);
    expect(growing.map(({ service, text, rows, blocks }) => ({ service, text, rows, blocks }))).toEqual([]);
    expect(large.length).toBeGreaterThan(100);
  });
});
