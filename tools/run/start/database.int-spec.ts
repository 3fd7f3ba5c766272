import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startPostgres } from '@kushk/embedded';
import { domainServices, type DomainService } from './addresses.js';
import { prepareDatabase } from './database.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

describe('prepareDatabase', () => {
  // The spec uses its own server, because database roles belong to the whole server and other specs run at the same
  // time.
  it('creates a schema per service that no other service can read or write', async () => {
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
      await query(urls.wallet, 'create table ledger as select 7 as mu');
      expect(await query(urls.wallet, 'select mu from wallet.ledger')).toEqual([7]);
      await query(urls.wallet, 'create temp table rebuilt ()');
      for (const other of domainServices.filter((service) => service !== 'wallet')) {
        await expect(query(urls[other], 'select * from wallet.ledger')).rejects.toThrow(
          'permission denied for schema wallet',
        );
        await expect(query(urls[other], 'create table wallet.mine ()')).rejects.toThrow(
          'permission denied for schema wallet',
        );
      }
      await expect(query(urls.wallet, 'create table public.mine ()')).rejects.toThrow(
        'permission denied for schema public',
      );
      await expect(query(urls.wallet, 'set role catalogue')).rejects.toThrow('permission denied');
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
