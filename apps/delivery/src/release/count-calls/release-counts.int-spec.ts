import 'reflect-metadata';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Broker } from '@kushk/broker';
import { delivery, type CallCounts } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { freePort } from '@kushk/embedded';
import { newId } from '@kushk/runtime';
import {
  eventually,
  freshDatabase,
  RecordingPlugin,
  responses,
  type FreshDatabase,
  type PluginResponse,
} from '@kushk/testing';
import type { INestMicroservice } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newTestEnvironment, StubServices, type TestEnvironment } from '../../../test/service-harness.js';
import { startDelivery } from '../../../test/start-delivery.js';
import { ReleaseCounts } from './release-counts.view.js';

const loader = fileURLToPath(new URL('../../../../../tools/from-source.mjs', import.meta.url));
const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const TOOL = '/service/tools/find_invoice';
const STARTED = new Date(Date.now() - 60_000).toISOString();

let database: FreshDatabase;
let environment: TestEnvironment;
let stubServices: StubServices;
let plugin: RecordingPlugin;
let app: INestMicroservice;
let other: ChildProcess;
let installationId: string;

beforeAll(async () => {
  database = await freshDatabase('delivery');
  environment = newTestEnvironment(database.url, await freePort());
  stubServices = await StubServices.connect(environment);
  plugin = await RecordingPlugin.start();
  other = spawn(process.execPath, ['--import', loader, main], {
    env: { ...process.env, ...environment.variables },
    stdio: 'inherit',
  });
  ({ installationId } = await stubServices.install(plugin.baseUrl, ['plugin.proposal.settled']));
  await plugin.credentials(installationId, 60_000);
  await eventually(otherIsReady, 60_000);
  app = await startDelivery(environment);
}, 120_000);
afterAll(async () => {
  other.kill('SIGKILL');
  await app.close();
  await plugin.stop();
  await stubServices.close();
  await database.drop();
});

/** Whether it serves requests too. */
async function otherIsReady(): Promise<boolean> {
  const address = `http://127.0.0.1:${environment.variables['KUSHK_HEALTH_PORT']}/health/ready`;
  return fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  );
}
const query = <Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  app.get(DataSource).query<Row[]>(sql, [...values]);
const callTool = (): Promise<Outcome<unknown> | Error> =>
  app
    .get(Broker)
    .request(
      delivery.callTool,
      {
        installation_id: installationId,
        tool: 'find_invoice',
        call_id: newId('tcl'),
        user_id: 'per_1',
        arguments: {},
        handle: 'kh_x',
      },
      { actor: { kind: 'system' }, requestId: 'req_1', timeoutMs: 12_000 },
    )
    .catch((error: unknown) => error as Error);
/** One after the other: requests of one turn share a message, which one process gets. */
async function callTools(count: number): Promise<(Outcome<unknown> | Error)[]> {
  const calls: ReturnType<typeof callTool>[] = [];
  for (let started = 0; started < count; started += 1) {
    calls.push(callTool());
    await setTimeout(2);
  }
  return Promise.all(calls);
}
const isAnswered = (outcome: Outcome<unknown> | Error): boolean =>
  !(outcome instanceof Error) && (outcome.accepted || outcome.refusal.code === 'tool.failed');
async function storedCalls(): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*)::int as count from tool_calls');
  return row?.count ?? 0;
}
async function counted(changes: { readonly version?: string; readonly from?: string } = {}): Promise<CallCounts> {
  const { version = '1.0.0', from = STARTED } = changes;
  const period = { plugin_id: 'ir.acme.invoices', version, from, to: null };
  return (await app.get(ReleaseCounts).of([period])).counts[0]!;
}
/** As two processes do, whose runs meet. */
async function count(): Promise<void> {
  const counts = app.get(ReleaseCounts);
  await Promise.all([counts.count(new Date()), counts.count(new Date())]);
}
/** Counts until all rows of ended transactions are counted. An open one of another test delays that. */
async function countAll(): Promise<void> {
  const [ended] = await query<{ xid: string }>('select pg_current_xact_id()::text as xid');
  await eventually(async () => {
    await count();
    const [progress] = await query<{ has_all: boolean }>(
      'select counted_to > $1::xid8 as has_all from count_progress',
      [ended?.xid],
    );
    return progress?.has_all;
  }, 20_000);
}

describe('counting the calls of a release', () => {
  it('counts each call once with two processes of which one is killed, and keeps the counts over a restart', async () => {
    const fails: PluginResponse = responses.status(500);
    const answers: PluginResponse = responses.content('found');
    plugin.respond(TOOL, fails, fails, answers);
    plugin.respond('/service/events', fails, answers);
    for (const id of ['inv-1', 'inv-2', 'inv-3']) await stubServices.publishProposalSettled(installationId, id);
    const before = await callTools(16);
    await eventually(async () => (await storedCalls()) === before.length, 20_000);
    await eventually(async () => {
      const [row] = await query<{ waiting: number }>('select count(*)::int as waiting from delivery_queue');
      return row?.waiting === 0;
    }, 60_000);
    // The calls that the killed process has open get no answer, and what the plugin did with them stays unknown.
    plugin.respond(TOOL, responses.delayed(3_000, answers));
    const open = callTools(16);
    await eventually(() => plugin.callsTo(TOOL).length >= before.length + 4, 20_000);
    other.kill('SIGKILL');
    await once(other, 'exit');
    plugin.respond(TOOL, answers);
    const after = [...(await open), ...(await callTools(10))];
    const answered = [...before, ...after].filter(isAnswered).length;
    expect(answered).toBeLessThan(before.length + after.length);
    await eventually(async () => (await storedCalls()) === answered, 20_000);
    await countAll();
    await countAll();
    const counts = await counted();
    expect(counts).toMatchObject({
      tool_calls: answered,
      tool_errors: 2,
      event_attempts: plugin.events.length,
      event_failures: 1,
      installations: 1,
    });
    expect(counts.tool_durations.reduce((sum, calls) => sum + calls)).toBe(answered);
    expect(await counted({ version: '1.1.0' })).toMatchObject({ tool_calls: 0, event_attempts: 0, installations: 0 });
    expect(await counted({ from: new Date(Date.now() + 60_000).toISOString() })).toMatchObject({ tool_calls: 0 });
    await app.close();
    app = await startDelivery(environment);
    await countAll();
    expect(await counted()).toEqual(counts);
  }, 240_000);

  it('counts a call whose transaction ends after a later one was counted', async () => {
    const { tool_calls: before } = await counted();
    const insert = (id: string): string =>
      `insert into tool_calls (call_id, installation_id, tool, called_at, duration_ms, version)
       values ('${id}', '${installationId}', 'x', now(), 40, '1.0.0')`;
    await app.get(DataSource).transaction(async (manager) => {
      await manager.query(insert('early'));
      await query(insert('late'));
      await count();
    });
    await countAll();
    expect(await counted()).toMatchObject({ tool_calls: before + 2 });
  });

  it('counts nothing again in a copy of the database, where the numbers of transactions begin again', async () => {
    await countAll();
    const counts = await counted();
    const later = (transactions: number): string =>
      `((pg_current_xact_id()::text::bigint + ${transactions})::text)::xid8`;
    // What was counted has numbers that the transactions of the copy reach only later.
    await query(`update tool_calls set stored_by = ${later(20)}`);
    await query(`update delivery_attempts set stored_by = ${later(20)}`);
    await query(`update count_progress set counted_to = ${later(1_000)}`);
    await count();
    for (let transactions = 0; transactions < 60; transactions += 1) await query('select pg_current_xact_id()');
    await countAll();
    expect(await counted()).toEqual(counts);
  });
});
