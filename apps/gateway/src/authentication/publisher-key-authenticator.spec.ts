import { describe, expect, it } from '@jest/globals';
import { newCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';
import type { FastifyRequest } from 'fastify';
import type { SendRequest } from '../http/route.js';
import { PublisherKeyAuthenticator } from './publisher-key-authenticator.js';

const requestWith = (key: string) =>
  ({
    headers: { authorization: `Bearer ${key}` },
    raw: { rawHeaders: ['Authorization', `Bearer ${key}`] },
    query: {},
  }) as unknown as FastifyRequest;
const endOfTurn = () => new Promise((next) => setImmediate(next));

/** An authenticator, and the lookups that it sent to the catalogue. The spec decides when each lookup ends. */
function controlled() {
  const lookups: { readonly hash: string; readonly accept: (keyId: string) => void; readonly refuse: () => void }[] =
    [];
  const send = ((_type: unknown, { key_hash: hash }: { key_hash: string }) =>
    new Promise((resolve, reject) => {
      const accept = (id: string): void =>
        resolve({ reply: { publisher: { id: 'acme' }, key: { id } }, replayed: false });
      lookups.push({ hash, accept, refuse: () => reject(Refused.with('auth.publisher_key_invalid')) });
    })) as unknown as SendRequest;
  const authenticator = new PublisherKeyAuthenticator([Buffer.alloc(32, 7)]);
  return { lookups, authenticate: (key: string) => authenticator.authenticate(requestWith(key), send) };
}

describe('PublisherKeyAuthenticator', () => {
  const [one, two] = [newCredential('kp'), newCredential('kp')];

  it('shares the second lookup of a key among all requests that arrive during the first', async () => {
    const { lookups, authenticate } = controlled();
    const first = authenticate(one);
    const others = Array.from({ length: 20 }, () => authenticate(one));
    expect(lookups).toHaveLength(1);
    lookups[0]!.accept('before');
    expect((await first).credential).toBe('before');
    await endOfTurn();
    expect(lookups).toHaveLength(2);
    lookups[1]!.accept('after');
    expect((await Promise.all(others)).map(({ credential }) => credential)).toEqual(others.map(() => 'after'));
    void authenticate(one);
    expect(lookups).toHaveLength(3);
  });

  it('rejects all requests that share a lookup when the key was revoked before that lookup', async () => {
    const { lookups, authenticate } = controlled();
    const first = authenticate(one);
    const later = [authenticate(one), authenticate(one)];
    lookups[0]!.accept('valid');
    await first;
    await endOfTurn();
    lookups[1]!.refuse();
    for (const each of await Promise.allSettled(later))
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'auth.publisher_key_invalid' } });
    void authenticate(one);
    expect(lookups).toHaveLength(3);
  });

  it('looks up a key while the lookup of another key is in flight', async () => {
    const { lookups, authenticate } = controlled();
    void authenticate(one);
    const other = authenticate(two);
    expect(new Set(lookups.map(({ hash }) => hash)).size).toBe(2);
    lookups[1]!.accept('of the other');
    expect((await other).credential).toBe('of the other');
  });
});
