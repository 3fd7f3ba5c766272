import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { system } from '../system/the-system.js';
import { assertDescribed } from './described.js';
import { newPublisher } from './parties.js';

describe('a response that its OpenAPI document does not describe', () => {
  const url = `${system.hub}/developer/v1/me`;

  it('fails the test that received it', async () => {
    const { api } = await newPublisher('described');
    const me = await api.get('/me');
    const changed =
      (change: object): (() => void) =>
      () =>
        assertDescribed('get', url, { ...me, headers: me.headers as unknown, text: me.text, ...change } as Response);
    const { key, publisher } = me.body as { key: Record<string, unknown>; publisher: object };
    expect(changed({ status: me.status, body: me.body as unknown })).not.toThrow();
    expect(changed({ status: 200, body: { key, publisher, hash: '0a' } })).toThrow(
      'must NOT have additional properties',
    );
    expect(changed({ status: 200, body: { key: { ...key, secret: 'kp_' }, publisher } })).toThrow(
      'must NOT have additional properties',
    );
    expect(changed({ status: 200, body: { publisher } })).toThrow("must have required property 'key'");
    expect(changed({ status: 200, body: { publisher, key: { ...key, created_at: 'yesterday' } } })).toThrow(
      'must match format "date-time"',
    );
    expect(changed({ status: 202, body: me.body as unknown })).toThrow('not described');
    expect(changed({ status: 401, body: me.body as unknown })).toThrow(
      'application/json instead of application/problem+json',
    );
  });
});
