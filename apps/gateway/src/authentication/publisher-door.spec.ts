import { describe, expect, it } from '@jest/globals';
import { newCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { FastifyRequest } from 'fastify';
import type { Ask } from '../http/route.js';
import { PublisherDoor } from './publisher-door.handler.js';

const requestWith = (key: string) =>
  ({
    headers: { authorization: `Bearer ${key}` },
    raw: { rawHeaders: ['Authorization', `Bearer ${key}`] },
    query: {},
  }) as unknown as FastifyRequest;
const turn = () => new Promise((next) => setImmediate(next));

describe('the door for publishers', () => {
  const [one, two] = [newCredential('kp'), newCredential('kp')];

  /** A catalogue that answers when it is told to. */
  function catalogue() {
    const waiting: { readonly hash: string; readonly answer: (keyId: string) => void; readonly refuse: () => void }[] =
      [];
    const ask = ((_type: unknown, { key_hash: hash }: { key_hash: string }) =>
      new Promise((resolve, reject) => {
        const answer = (id: string): void =>
          resolve({ reply: { publisher: { id: 'acme' }, key: { id } }, replayed: false });
        waiting.push({ hash, answer, refuse: () => reject(Refused.with('auth.publisher_key_invalid')) });
      })) as unknown as Ask;
    return { ask, waiting };
  }
  const open = (): PublisherDoor => new PublisherDoor(Buffer.alloc(32, 7));

  it('asks about a key once while many come, and for all who came meanwhile once more: no answer is older than its request', async () => {
    const [door, { ask, waiting }] = [open(), catalogue()];
    const first = door.enter(requestWith(one), ask);
    const others = Array.from({ length: 20 }, () => door.enter(requestWith(one), ask));
    expect(waiting).toHaveLength(1);
    waiting[0]!.answer('before');
    expect((await first).credential).toBe('before');
    await turn();
    expect(waiting).toHaveLength(2);
    waiting[1]!.answer('after');
    expect((await Promise.all(others)).map(({ credential }) => credential)).toEqual(others.map(() => 'after'));
    void door.enter(requestWith(one), ask);
    expect(waiting).toHaveLength(3);
  });

  it('refuses all who came with a key that was revoked meanwhile, and asks again for who comes later', async () => {
    const [door, { ask, waiting }] = [open(), catalogue()];
    const first = door.enter(requestWith(one), ask);
    const later = [door.enter(requestWith(one), ask), door.enter(requestWith(one), ask)];
    waiting[0]!.answer('good');
    await first;
    await turn();
    waiting[1]!.refuse();
    for (const each of await Promise.allSettled(later))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'auth.publisher_key_invalid' } });
    void door.enter(requestWith(one), ask);
    expect(waiting).toHaveLength(3);
  });

  it('lets no key wait for another', async () => {
    const [door, { ask, waiting }] = [open(), catalogue()];
    void door.enter(requestWith(one), ask);
    const other = door.enter(requestWith(two), ask);
    expect(new Set(waiting.map(({ hash }) => hash)).size).toBe(2);
    waiting[1]!.answer('of the other');
    expect((await other).credential).toBe('of the other');
  });
});
