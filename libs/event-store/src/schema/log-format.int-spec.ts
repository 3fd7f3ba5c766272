import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CONFIG, ConfigError } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { EventStoreModule } from '../event-store.module.js';
import { purseService } from '../../test/purse.view.js';
import { openEventStore } from '../open.js';

let database: FreshDatabase;

beforeEach(async () => {
  database = await freshDatabase('purse');
});
afterEach(() => database.drop());

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

async function openOnce(): Promise<void> {
  const open = await openEventStore({ ...purseService, databaseUrl: database.url, isMaintained: false });
  await open.close();
}

const ranMigrations = (): Promise<unknown[]> => query('select name from migrations');

describe('the format of a log', () => {
  it('is stored by the first migration', async () => {
    await openOnce();
    expect(await query('select * from log_format')).toEqual([{ id: 1, format: 1 }]);
    await openOnce();
  });

  it('that this version does not know stops the start before the migrations, with one line that says what to do', async () => {
    await openOnce();
    await query('update log_format set format = 2');
    await query('delete from migrations');
    await expect(openOnce()).rejects.toThrow(
      new ConfigError(
        'The data of purse has log format 2. This version reads log format 1 only. ' +
          'Start the version that wrote the data, or use an empty database.',
      ),
    );
    expect(await ranMigrations()).toEqual([]);
  });

  it('is missing in the data of a version before the first release, which stops the start', async () => {
    await openOnce();
    await query('drop table log_format');
    await expect(openOnce()).rejects.toThrow(
      /^The data of purse has no log format: a version before 0\.1\.0 wrote it\. /,
    );
  });

  it('stops a service at once, without further attempts', async () => {
    await openOnce();
    await query('update log_format set format = 2');
    @Global()
    @Module({
      providers: [{ provide: CONFIG, useValue: { databaseUrl: database.url, scope: 'i1' } }],
      exports: [CONFIG],
    })
    class Configured {}
    @Module({ imports: [Configured, EventStoreModule.register({ ...purseService, publications: [], entities: [] })] })
    class PurseModule {}
    const starting = NestFactory.createApplicationContext(PurseModule, { logger: false, abortOnError: false });
    await expect(starting).rejects.toBeInstanceOf(ConfigError);
  });
});
