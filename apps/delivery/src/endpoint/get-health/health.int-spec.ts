import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEventStore, type OpenStore } from '@kushk/event-store';
import { eventually, freshDatabase, type FreshDatabase } from '@kushk/testing';
import type { Circuit } from '../../sending/circuit.js';
import { deliveryStore } from '../../store.module.js';
import { Health } from './health.view.js';

const stopped: Circuit = { state: 'stopped', sinceMs: 1 };

let database: FreshDatabase;
let opened: OpenStore;

beforeAll(async () => {
  database = await freshDatabase('delivery');
  opened = await openEventStore({ ...deliveryStore, databaseUrl: database.url });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

describe('the health of a plugin that answers 410 while it is read', () => {
  it.each(['endpoint_circuits', 'delivery_attempts', 'delivery_queue'])(
    'shows the attempt and the stop together, or neither of them, even if the read of %s waits',
    async (table) => {
      const installationId = `ins_${table}`;
      const commit = opened.dataSource.createQueryRunner();
      await commit.startTransaction();
      await commit.query(`lock table ${table} in access exclusive mode`);
      const reading = new Health(opened.dataSource).of(installationId);
      await eventually(async () => {
        const locks: unknown[] = await opened.dataSource.query(
          'select 1 from pg_locks where relation = $1::regclass and not granted',
          [table],
        );
        return locks.length > 0;
      });
      await commit.query(
        `insert into delivery_attempts (delivery_id, attempt, channel, installation_id, started_at, duration_ms, status,
           error) values ($1, 1, 'lifecycle', $1, now(), 1, 410, 'status')`,
        [installationId],
      );
      await commit.query(
        `insert into endpoint_circuits (installation_id, channel, circuit, state, not_before, updated_at)
         values ($1, 'lifecycle', $2, 'stopped', now(), now())`,
        [installationId, JSON.stringify(stopped)],
      );
      await commit.commitTransaction();
      await commit.release();
      const { lifecycle } = await reading;
      expect([lifecycle.state, lifecycle.last_error?.status ?? null]).toEqual(
        lifecycle.state === 'stopped' ? ['stopped', 410] : ['ok', null],
      );
    },
  );
});
