import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { ConfigError } from '@kushk/runtime';
import { freshDatabase, type FreshDatabase } from '@kushk/testing';
import { errorClassOf } from '../error-class.js';
import { PrimaryClient, requirePrimary, verified } from './primary-client.js';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase('wallet');
});
afterAll(() => database.drop());

async function query(address: string, text: string): Promise<unknown> {
  const client = new PrimaryClient({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows[0];
  } finally {
    await client.end();
  }
}

describe('a session with the primary', () => {
  it('is opened with the next server when one does not answer', async () => {
    const { host } = new URL(database.url);
    const address = database.url.replace(host, `127.0.0.1:${await freePort()},${host}`);
    const error = await query(address, 'select 1').catch((thrown: unknown) => thrown);
    expect(errorClassOf(error)).toBe('unavailable');
    expect([await query(address, 'select 1 as a'), await query(address, 'select 2 as a')]).toEqual([
      { a: 1 },
      { a: 2 },
    ]);
  });

  it('is refused by a server that accepts no writes, until it does', async () => {
    const alter = `alter role wallet in database "${database.name}"`;
    await query(database.url, `${alter} set default_transaction_read_only = on`);
    const error = await query(database.url, 'select 1').catch((thrown: unknown) => thrown);
    expect([errorClassOf(error), String(error)]).toEqual(['unavailable', 'NotPrimary: the server accepts no writes']);
    const options = '?options=-c%20default_transaction_read_only%3Doff';
    await query(`${database.url}${options}`, `${alter} reset default_transaction_read_only`);
    expect(await query(database.url, 'select 1 as a')).toEqual({ a: 1 });
  });

  it('is not opened by a server that ends it in the packet that opens it', async () => {
    const message = (type: string, body: string) => {
      const length = Buffer.alloc(4);
      length.writeInt32BE(4 + body.length);
      return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
    };
    const end = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');
    const server = createServer((socket) =>
      socket.once('data', () => socket.end(Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I'), end]))),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const error = await query(`postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/c`, 'select 1').catch(
      (thrown: unknown) => thrown,
    );
    server.close();
    expect([errorClassOf(error), (error as { code?: string }).code]).toEqual(['unavailable', '57P01']);
  });

  it('verifies the server in every mode of TLS', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full'])
      expect(verified(`postgres://a:b@c/d?sslmode=${mode}&x=1`)).toBe('postgres://a:b@c/d?sslmode=verify-full&x=1');
    expect(verified('postgres://a:b@c/d?sslmode=disable')).toBe('postgres://a:b@c/d?sslmode=disable');
  });

  it('needs PostgreSQL 18', () => {
    const require = (version: string) => requirePrimary(new Map([['server_version', version]]));
    expect(() => require('17.6 (Debian 17.6-1)')).toThrow(
      new ConfigError(
        'KUSHK_DATABASE_URL: the server is PostgreSQL 17.6 (Debian 17.6-1), and version 18 or newer is needed',
      ),
    );
    for (const version of ['18.0', '18beta1', '19.2']) require(version);
  });
});
