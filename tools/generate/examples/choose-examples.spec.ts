import { describe, expect, it } from '@jest/globals';
import type { RecordedExample } from '@kushk/testing';
import { chooseExamples } from './choose-examples.js';

const recorded = (change: Partial<RecordedExample>): RecordedExample => ({
  method: 'GET',
  origin: 'http://127.0.0.1:23500',
  path: '/developer/v1/me',
  status: 200,
  test: '/apps/e2e/src/publisher/a.e2e-spec.ts',
  at: '2026-11-28T03:00:00.000Z',
  ...change,
});
const operations = ['get /developer/v1/me', 'get /developer/v1/plugins/{id}', 'get /developer/v1/plugins/new'];
const chosen = (...recordings: readonly RecordedExample[]) => chooseExamples(recordings, operations);

describe('the examples of the API', () => {
  it('belong to the operation of their path, and to the webhook of a call to a plugin', () => {
    const call = { method: 'POST', path: '/service/events', sent: { type: 'plugin.ping' } };
    const { origin: _origin, ...event } = recorded(call);
    const found = chosen(
      recorded({ path: '/developer/v1/plugins/new?limit=1' }),
      recorded({ path: '/developer/v1/plugins/ir.acme.a' }),
      recorded({ path: '/elsewhere' }),
      event,
    );
    expect([...found.keys()]).toEqual([
      'get /developer/v1/plugins/new',
      'get /developer/v1/plugins/{id}',
      'plugin.ping',
    ]);
  });

  it('come from the tests that tell most, in journeys first and from hostile tests last', () => {
    const [hostile, journey] = ['hostile', 'journeys'].map((folder) => `/apps/e2e/src/${folder}/a.e2e-spec.ts`);
    const found = chosen(
      recorded({ test: hostile!, received: { name: 'hostile', more: 1, most: 2 } }),
      recorded({ test: journey!, received: { name: 'journey', more: null } }),
      recorded({ test: journey!, received: { name: 'journey', more: 1 } }),
      recorded({ received: { name: 'other', more: 1, most: 2 } }),
    );
    expect(found.get('get /developer/v1/me')?.received).toEqual({ name: 'journey', more: 1 });
  });

  it('show two items of a list, no secret, and the same ids, times and addresses after each run', () => {
    const body = '01m8g3bs1qeb0t6kqctdz6masj';
    const found = chosen(
      recorded({
        received: {
          items: [1, 2, 3],
          id: `ins_${body}`,
          url: `http://127.0.0.1:23500/i/ins_${body}`,
          base_url: 'http://127.0.0.1:40001',
          token: `ki_${'x'.repeat(43)}`,
          created_at: '2026-11-28T02:59:59.500Z',
          birthday: '1990-01-01T00:00:00Z',
          name: 'acme-1a2b3c4d',
        },
      }),
    );
    expect(found.get('get /developer/v1/me')?.received).toEqual({
      items: [1, 2],
      id: 'ins_01m8g1a8nzeqts89x000000001',
      url: 'https://hub.example/i/ins_01m8g1a8nzeqts89x000000001',
      base_url: 'https://plugin.example.com',
      token: 'ki_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXA',
      created_at: '2026-11-28T09:29:59.500Z',
      birthday: '1990-01-01T00:00:00Z',
      name: 'acme',
    });
  });
});
