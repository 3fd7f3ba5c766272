import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startPostgres } from '@kushk/embedded';
import { domainServices, type DomainService } from './addresses.js';
import { prepareDatabase } from './database.js';

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('the database of the services', () => {
  // A server of its own: roles belong to the whole server, and other specs run beside this one.
  it('gives each service its schema, and none can read or write in another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kushk-database-'));
    chmodSync(folder, 0o711);
    const server = await startPostgres({
      dataDir: join(folder, 'postgres'),
      logFile: join(folder, 'log'),
      port: await freePort(),
      password: 'p',
    });
    try {
      const passwords = Object.fromEntries(
        domainServices.map((service) => [service, `secret of ${service}`]),
      ) as Record<DomainService, string>;
      await prepareDatabase(server.url, passwords);
      const urls = await prepareDatabase(server.url, passwords);
      await ask(urls.wallet, 'create table ledger as select 7 as mu');
      expect(await ask(urls.wallet, 'select mu from wallet.ledger')).toEqual([7]);
      await ask(urls.wallet, 'create temp table folded_anew ()');
      for (const other of domainServices.filter((service) => service !== 'wallet')) {
        await expect(ask(urls[other], 'select * from wallet.ledger')).rejects.toThrow(
          'permission denied for schema wallet',
        );
        await expect(ask(urls[other], 'create table wallet.mine ()')).rejects.toThrow(
          'permission denied for schema wallet',
        );
      }
      await expect(ask(urls.wallet, 'create table public.mine ()')).rejects.toThrow(
        'permission denied for schema public',
      );
      await expect(ask(urls.wallet, 'set role catalogue')).rejects.toThrow('permission denied');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
