import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { system } from '../system/the-system.js';
import { assertDescribed } from './described.js';
import { admin, newPublisher } from './parties.js';

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

  it.each([
    ['instance', `${system.instance}/instance/v1/people`],
    ['plugin', `${system.instance}/i/ins_any/plugin/v1/wallet/holds`],
  ])('fails it on the %s API, whose headers are compared too', async (_api, address) => {
    const made = await admin.post('/cases', { title: 'Described' });
    const problem = await admin.post('/cases', {});
    // Neither of the two operations has an ETag.
    const { etag: _etag, ...sent } = made.headers as Record<string, string>;
    const received =
      (change: object): (() => void) =>
      () =>
        assertDescribed('post', address, { headers: sent as unknown, text: made.text, ...change } as Response);
    expect(received({ status: 201, body: { id: 7 } })).toThrow('must have required property');
    expect(received({ status: 201, body: made.body as unknown, headers: {} })).toThrow('instead of application/json');
    const { location: _location, ...others } = sent;
    expect(received({ status: 201, body: made.body as unknown, headers: others })).toThrow(
      'without the described header location',
    );
    const headers = problem.headers as Record<string, string>;
    const body = { ...(problem.body as object), code: 'case.secret' };
    expect(received({ status: 422, body, headers })).toThrow('with the code case.secret, which is not described');
    expect(received({ status: 422, body, headers: { ...headers, location: '/' } })).toThrow('the header location');
  });
});
