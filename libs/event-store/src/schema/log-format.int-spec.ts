import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CONFIG, ConfigError } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import pg from 'pg';
import { EventStoreModule } from '../event-store.module.js';
import { purseService } from '../../test/purse.view.js';
import { openEventStore } from '../open.js';
import { raiseLogFormat } from './log-format.js';

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
        'The data of purse has log format 2. This version reads log formats up to 1. ' +
          'Start the version that wrote the data, or use an empty database.',
      ),
    );
    expect(await ranMigrations()).toEqual([]);
  });

  it('rises when every process knows the new one, and a process that does not know it is not ready', async () => {
    const openWith = (latestLogFormat: number) =>
      openEventStore({ ...purseService, databaseUrl: database.url, isMaintained: false, latestLogFormat });
    const [older, newer] = [await openWith(1), await openWith(2)];
    const raise = () => raiseLogFormat(database.url, { service: 'purse', latestLogFormat: 2 });
    try {
      const refused = await raise();
      expect(refused).toMatchObject({
        from: 1,
        to: 2,
        older: [expect.stringMatching(/^purse reads, log format 1 from /)],
      });
      await older.check();
      await older.close();
      expect(await raise()).toEqual({ from: 1, to: 2, older: [] });
      expect(await raise()).toEqual({ from: 2, to: 2, older: [] });
      await newer.check();
      await expect(openWith(1)).rejects.toBeInstanceOf(ConfigError);
      await query('update log_format set format = 3');
      await expect(newer.check()).rejects.toThrow('This version reads log formats up to 2.');
      await expect(raise()).rejects.toThrow('log format 3, a newer one');
    } finally {
      await Promise.all([older.close(), newer.close()]);
    }
  });

  it('does not rise while a process of the first release runs, whose connections do not name a format', async () => {
    await openOnce();
    const first = new pg.Client({ connectionString: database.url, application_name: 'purse reads' });
    await first.connect();
    try {
      expect((await raiseLogFormat(database.url, { service: 'purse' })).older).toHaveLength(1);
    } finally {
      await first.end();
    }
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
