import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '@kushk/event-store';
import { S3_CREDENTIALS, startS3Server } from '../../test/s3-server.js';
import { DiskObjects } from './disk-objects.client.js';
import { ObjectMissing, objectPath, type ObjectStore } from './object-store.js';
import { openObjectStore } from './open-object-store.client.js';
import { S3Objects } from './s3-objects.client.js';

const BUCKET = 'kushk';
let folder: string;
let server: Awaited<ReturnType<typeof startS3Server>>;
const stores = new Map<string, ObjectStore>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kushk-objects-'));
  server = await startS3Server(join(folder, 's3'), BUCKET);
  stores.set('disk', await openObjectStore({ driver: 'disk', folder: join(folder, 'disk') }));
  stores.set(
    's3',
    await openObjectStore({
      driver: 's3',
      endpoint: server.endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: 'contents/',
      ...S3_CREDENTIALS,
    }),
  );
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const name = { organisationId: 'org_1', name: 'ab12' };

describe.each(['disk', 's3'])('the object store on %s', (driver) => {
  const store = () => stores.get(driver)!;

  it('is usable, and reads any part of an object that was stored in several', async () => {
    await store().check();
    const content = randomBytes(1024 * 1024);
    await store().put(name, [content.subarray(0, 10), content.subarray(10)]);
    for (const [start, bytes] of [
      [0, 48],
      [5, 1],
      [1024 * 1024 - 7, 7],
      [0, 1024 * 1024],
    ] as const)
      expect((await store().read(name, { start, bytes })).equals(content.subarray(start, start + bytes))).toBe(true);
    await expect(store().read(name, { start: 1024 * 1024 - 1, bytes: 2 })).rejects.toThrow();
  });

  it('replaces an object, and deletes it once or twice', async () => {
    await store().put(name, [Buffer.from('first')]);
    await store().put(name, [Buffer.from('second')]);
    expect((await store().read(name, { start: 0, bytes: 6 })).toString()).toBe('second');
    await store().remove(name);
    await store().remove(name);
    await expect(store().read(name, { start: 0, bytes: 1 })).rejects.toThrow(ObjectMissing);
  });

  it('has no objects outside its folder', async () => {
    for (const part of ['..', 'a/b', '', 'A', '\u0000'])
      await expect(store().put({ organisationId: 'org_1', name: part }, [])).rejects.toThrow(RangeError);
  });
});

describe('the object store on disk', () => {
  it('shows no object that was stored in part, and deletes what is left of it', async () => {
    const store = new DiskObjects(join(folder, 'interrupted'));
    const fails = function* (): Generator<Buffer> {
      yield Buffer.from('begins');
      throw new Error('the disk is full');
    };
    await expect(store.put(name, fails())).rejects.toThrow('the disk is full');
    await expect(store.read(name, { start: 0, bytes: 1 })).rejects.toThrow(ObjectMissing);
    const temporary = join(folder, 'interrupted', 'tmp');
    expect(await readdir(temporary)).toEqual([]);
    await writeFile(join(temporary, 'crashed'), 'half');
    await utimes(join(temporary, 'crashed'), new Date(0), new Date(0));
    await writeFile(join(temporary, 'in-progress'), 'half');
    await store.removeLeftovers(new Date(60_000));
    expect(await readdir(temporary)).toEqual(['in-progress']);
  });

  it('can be read by its owner alone', async () => {
    await stores.get('disk')!.put(name, [Buffer.from('x')]);
    const file = await stat(join(folder, 'disk', objectPath(name)));
    expect((file.mode & 0o777).toString(8)).toBe('600');
  });
});

describe('the object store on s3', () => {
  it.each([
    ['no response', ''],
    ['a response that stops', 'HTTP/1.1 206 Partial Content\r\ncontent-length: 10\r\n\r\nhalf'],
  ])('is unavailable when the storage sends %s', async (_case, response) => {
    const silent = createServer((socket) => {
      socket.on('error', () => undefined);
      if (response !== '') socket.write(response);
    });
    const connections: Socket[] = [];
    silent.on('connection', (socket) => connections.push(socket));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const config = { driver: 's3', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: BUCKET } as const;
    const store = new S3Objects({ ...config, ...S3_CREDENTIALS }, { connectMs: 500, attemptMs: 500, totalMs: 2_000 });
    try {
      await expect(store.read(name, { start: 0, bytes: 10 })).rejects.toThrow(StoreUnavailable);
    } finally {
      for (const socket of connections) socket.destroy();
      silent.close();
    }
  });
});
