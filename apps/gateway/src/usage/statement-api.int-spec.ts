import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, KEY_SCOPES, catalogueStatements, type DsseEnvelope } from '@kushk/contracts';
import { newCredential } from '@kushk/credentials';
import { refuse } from '@kushk/decider';
import { httpClient, statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const envelope: DsseEnvelope = { payloadType: 'test', payload: 'e30=', signatures: [{ keyid: 'k', sig: 'AA==' }] };
const key = {
  id: 'key_1',
  label: 'ci',
  last4: 'abcd',
  scopes: KEY_SCOPES,
  plugin_id: null,
  created_at: '2026-11-01T00:00:00Z',
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
};
const lines = ['{"alias":"a"}', '{"alias":"b"}', '{"alias":"ث"}'];
let gateway: GatewayUnderTest;
let client: HttpClient;

beforeAll(async () => {
  gateway = await startGateway('hub');
  const { services } = gateway;
  client = httpClient(gateway.port, { authorization: `Bearer ${newCredential('kp')}` });
  await services.respond(catalogue.authenticateKey, () => accepted({ publisher: { id: 'acme', name: 'Acme' }, key }));
  await services.respond(catalogueStatements.get, ({ publisher_id, month }) =>
    publisher_id === 'acme' && (month ?? '2026-10') === '2026-10'
      ? accepted({ month: '2026-10', envelope })
      : refuse('usage.statement_not_found'),
  );
  await services.respond(catalogueStatements.listLines, ({ cursor }) => {
    const from = Number(cursor ?? 0);
    return accepted({
      items: lines.slice(from, from + 2),
      next_cursor: from + 2 < lines.length ? String(from + 2) : null,
    });
  });
});
afterAll(() => gateway.stop());

describe('GET /developer/v1/usage/statement', () => {
  it('returns the envelope of a month, and of the latest closed one', async () => {
    for (const query of ['?month=2026-10', '']) {
      const { status, json } = await client(`/developer/v1/usage/statement${query}`);
      expect([status, json]).toEqual([200, envelope]);
    }
  });

  it('returns the envelope and every line with format=ndjson', async () => {
    const { headers, text } = await client('/developer/v1/usage/statement?month=2026-10&format=ndjson');
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(text).toBe([JSON.stringify(envelope), ...lines, ''].join('\n'));
  });

  it('returns 404 for a month that is not closed, in both formats, and 422 for no month', async () => {
    const codes = ['?month=2026-09', '?month=2026-09&format=ndjson', '?month=1405-08', '?month=2999-01'].map(
      async (query) => statusAndCode(await client(`/developer/v1/usage/statement${query}`)),
    );
    expect(await Promise.all(codes)).toEqual([
      '404 usage.statement_not_found',
      '404 usage.statement_not_found',
      '422 usage.month_invalid',
      '422 usage.month_in_future',
    ]);
  });
});
