/** Runs the built command over the built wallet, as an operator does, with the servers of the test run. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerConnection, createStreams, JetStreamFactStream } from '@kushk/broker';
import { newSealingKey, newSigningKey } from '@kushk/credentials';
import { freePort } from '@kushk/embedded';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { publishUnreadableFact } from '../test/unreadable-fact.js';

const command = fileURLToPath(new URL('../bin/kushk-deploy.mjs', import.meta.url));
const wallet = fileURLToPath(new URL('../../wallet/dist/main.js', import.meta.url));
const natsUrl = String(process.env['KUSHK_TEST_NATS_URL']);
const scope = `d${randomBytes(5).toString('hex')}`;

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

let database: FreshDatabase;
let client: pg.Client;
let environment: Readonly<Record<string, string>>;
beforeAll(async () => {
  database = await freshDatabase('wallet');
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await createStreams({ url: natsUrl, scope, services: ['wallet'] });
  environment = {
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_SCOPE: scope,
    KUSHK_DATABASE_URL: database.url,
    KUSHK_NATS_URL: natsUrl,
    KUSHK_HEALTH_PORT: String(await freePort()),
    KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:8081',
    KUSHK_PLUGIN_API: '1.0',
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
  };
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

function run(args: readonly string[], changes: Readonly<Record<string, string>> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...environment, ...changes };
    execFile(process.execPath, [command, ...args], { env }, (error, output, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), output, errors }),
    );
  });
}

describe('kushk-deploy', () => {
  it('names its commands and exit codes', async () => {
    const { code, output } = await run(['--help']);
    expect(code).toBe(0);
    expect(output).toMatch(/parked.*rebuild.*finish-upgrade.*Exit codes:/s);
  });

  it('ends with 2 for a command line or an environment that cannot work, and names the problem', async () => {
    expect(await run(['rebuild', 'ledger'])).toMatchObject({ code: 2, errors: expect.stringContaining('ledger') });
    expect(await run(['forget', 'wallet'])).toMatchObject({ code: 2, errors: expect.stringContaining('forget') });
    expect(await run(['rebuild', 'wallet'], { KUSHK_DATABASE_URL: '' })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('KUSHK_DATABASE_URL'),
    });
    expect(await run(['parked', 'wallet'], { KUSHK_SCOPE: '' })).toMatchObject({
      code: 2,
      errors: expect.stringContaining('KUSHK_SCOPE'),
    });
  });

  it('ends with 3 when PostgreSQL cannot be reached', async () => {
    const nowhere = `postgresql://wallet@127.0.0.1:${await freePort()}/wallet`;
    expect(await run(['rebuild', 'wallet'], { KUSHK_DATABASE_URL: nowhere })).toMatchObject({
      code: 3,
      errors: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

describe('kushk-deploy rebuild', () => {
  it('finds a row that does not follow from the log, and replaces the table on request only', async () => {
    expect(await run(['rebuild', 'wallet'])).toMatchObject({
      code: 0,
      output: 'wallet: 0 facts in 0 streams folded\nstate rows and views follow from the log\n',
    });
    await client.query("insert into monthly_totals values ('ins_1', '1405-08', 1, 0, 0, 0, 0)");
    for (const _attempt of [1, 2]) {
      const { code, output } = await run(['rebuild', 'wallet']);
      expect(code).toBe(1);
      expect(output).toContain('monthly_totals: 0 rows missing, 1 surplus');
    }
    const { code, output } = await run(['rebuild', 'wallet', '--replace', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({
      service: 'wallet',
      mode: 'replace',
      facts: 0,
      differences: [{ table: 'monthly_totals', missing: 0, surplus: 1 }],
    });
    expect(await run(['rebuild', 'wallet'])).toMatchObject({ code: 0 });
  });
});

describe('kushk-deploy finish-upgrade', () => {
  it('names the processes that do not know the newest log format, and ends with 1 while there are any', async () => {
    await run(['rebuild', 'wallet']);
    expect(await run(['finish-upgrade', 'wallet'])).toMatchObject({ code: 0, output: 'wallet: log format 1\n' });
    const older = new pg.Client({ connectionString: database.url, application_name: 'wallet reads' });
    await older.connect();
    const { code, output } = await run(['finish-upgrade', 'wallet']);
    await older.end();
    expect(code).toBe(1);
    expect(output).toMatch(/^an older version is connected: wallet reads from .*\nwallet: log format 1\n$/);
  });
});

describe('kushk-deploy streams reset', () => {
  it('begins a new epoch of the named service, which must be one of the scope', async () => {
    const connection = await BrokerConnection.connect(natsUrl, 'reset-spec');
    const stream = await JetStreamFactStream.create(connection, { scope, service: 'wallet' });
    const fact = { subject: `${scope}.evt.wallet.thing.done.v1.x`, eventId: 'evt_1', headers: {}, body: '{}' };
    await stream.publish([fact], 0);
    expect(await run(['streams', 'reset', '--service', 'catalogue'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining(`catalogue is no service of ${scope}`),
    });
    expect(await run(['streams', 'reset', '--service', 'wallet'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('wallet: a new epoch begins'),
    });
    expect(await stream.end()).toEqual({ sequence: 1, requestedEpoch: expect.any(Number), last: null });
    await connection.close();
  });
});

describe('kushk-deploy parked', () => {
  it('lists what reactions and the relay have parked, and a replay leaves what fails again', async () => {
    expect(await run(['parked', 'wallet'])).toMatchObject({ code: 0, output: '0 parked\n' });
    const eventId = await publishUnreadableFact(natsUrl, scope);
    const service = spawn(process.execPath, [wallet], { env: { ...process.env, ...environment, LOG_LEVEL: 'silent' } });
    try {
      await eventually(async () => (await run(['parked', 'wallet'])).code === 1, 120_000);
    } finally {
      service.kill();
      await once(service, 'exit');
    }
    // Not behind the end of the empty log: the relay that each command starts parks what follows the end again.
    await client.query(
      `insert into log_parked (event_id, xid, position, stream_id, version, type, reason)
        values (gen_random_uuid(), '0', 0, 'wallet-ins_1', 3, 'WalletOpened', 'too large')`,
    );
    const all = await run(['parked', 'wallet', '--json']);
    expect(all.code).toBe(1);
    expect(JSON.parse(all.output)).toMatchObject({
      parked: [
        { reaction, event_id: eventId },
        { reaction: 'relay', subject: 'wallet-ins_1@3 WalletOpened', reason: 'too large' },
      ],
    });
    const replayed = await run(['parked', 'wallet', '--replay', '--reaction', reaction, '--event', eventId]);
    expect(replayed.code).toBe(1);
    expect(replayed.output).toMatch(/^0 replayed\n.* after \d+ attempts: TypeError.*\n1 parked\n$/s);
  });
});

const reaction = 'on-installation-changed';
