import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Global, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import { CONFIG, metrics, readiness } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource, Repository } from 'typeorm';
import { put } from '../test/purse.js';
import { PurseRow, purseService } from '../test/purse.view.js';
import { EventStore } from './event-store.js';
import { EventStoreModule } from './event-store.module.js';

@Injectable()
class Purses {
  constructor(
    readonly store: EventStore,
    @InjectRepository(PurseRow) readonly rows: Repository<PurseRow>,
  ) {}
}

let database: FreshDatabase;
let app: INestApplicationContext;

beforeAll(async () => {
  database = await freshDatabase('purse');
  @Global()
  @Module({ providers: [{ provide: CONFIG, useValue: { databaseUrl: database.url, scope: 'i1' } }], exports: [CONFIG] })
  class Configured {}
  @Module({
    imports: [Configured, EventStoreModule.register({ ...purseService, publications: [], entities: [] })],
    providers: [Purses],
  })
  class PurseModule {}
  app = await NestFactory.createApplicationContext(PurseModule, { logger: false });
});
afterAll(() => database.drop());

describe('EventStoreModule', () => {
  it('provides the store and the repositories of the views', async () => {
    const { store, rows } = app.get(Purses);
    expect(await store.run(put('nest', 3))).toMatchObject({ accepted: true, reply: { coins: 3 } });
    expect(await rows.findOneByOrFail({ stream_id: 'nest' })).toMatchObject({ coins: '3' });
  });

  it('limits how long a transaction for reads may idle, whatever the default of the server is', async () => {
    const shown = await app.get(DataSource).query<unknown[]>('show idle_in_transaction_session_timeout');
    expect(shown).toEqual([{ idle_in_transaction_session_timeout: '4s' }]);
  });

  it('measures the pool and the clock', async () => {
    const lines = (await metrics.metrics()).split('\n');
    expect(lines).toContain('kushk_db_connections{state="max"} 8');
    expect(lines).toContain('kushk_db_reads_pending 0');
    expect(lines).toContainEqual(expect.stringMatching(/^kushk_clock_offset_seconds -?\d/));
  });

  it('fails its health check when the file of the login cannot be read any more', async () => {
    process.env['KUSHK_DATABASE_URL_FILE'] = '/nonexistent/KUSHK_DATABASE_URL';
    const { checks } = await readiness();
    delete process.env['KUSHK_DATABASE_URL_FILE'];
    expect(checks['postgres']).toMatch(/^KUSHK_DATABASE_URL cannot be read from \/nonexistent\/.*: ENOENT$/);
  });

  it('registers a health check for PostgreSQL and closes together with the service', async () => {
    expect((await readiness()).checks).toMatchObject({ postgres: 'ok', writes: 'ok', clock: 'ok' });
    const { store } = app.get(Purses);
    await app.close();
    await expect(store.run(put('nest', 1))).rejects.toThrow('closed');
    expect((await readiness()).checks).not.toHaveProperty('postgres');
  });
});
