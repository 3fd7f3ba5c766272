import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, hubAudit, type AuditEntry, type AuditRequest } from '@kushk/contracts';
import { statusAndCode, type HttpClient } from '@kushk/testing';
import { accepted, refused } from '../../test/outcomes.js';
import { signedIn, startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const ENTRIES = 450;
const idOf = (n: number): string => `aud_${String(n).padStart(26, '0')}`;
const entry = (n: number): AuditEntry => ({
  id: idOf(n),
  at: '2026-11-22T10:00:00.000Z',
  actor: { kind: 'staff', id: 'olga', name: 'Olga' },
  action: 'publisher.added',
  subject: { type: 'publisher', id: `p${n}`, name: null },
  installation_id: null,
  // Long enough that a page is more than what the response collects before it begins.
  details: { note: 'x'.repeat(400) },
});
const columns =
  'id,at,actor_kind,actor_id,actor_name,action,subject_type,subject_id,subject_name,installation_id,details';
/** The catalogue has the even entries, the review service the odd ones. */
function pageOf(parity: 0 | 1, { before, limit, sort }: AuditRequest) {
  const ids = Array.from({ length: ENTRIES }, (_each, n) => n).filter((n) => n % 2 === parity);
  const left =
    sort === 'oldest'
      ? ids.filter((n) => before === null || idOf(n) > before)
      : ids.toReversed().filter((n) => before === null || idOf(n) < before);
  const items = left.slice(0, limit).map(entry);
  return { items, searched_to: left.length > limit ? items.at(-1)!.id : null };
}

describe('the audit of the hub', () => {
  let gateway: GatewayUnderTest;
  let operator: HttpClient;
  let endReview: () => Promise<void>;

  beforeAll(async () => {
    gateway = await startGateway('hub');
    await gateway.services.respond(catalogue.authenticateStaff, ({ subject }) =>
      accepted({ subject, roles: ['operator'], name: 'Olga' }),
    );
    await gateway.services.respond(hubAudit.catalogue, (request) => accepted(pageOf(0, request)));
    endReview = await gateway.services.respond(hubAudit.review, (request) => accepted(pageOf(1, request)));
    operator = await signedIn(gateway, 'olga');
  });
  afterAll(() => gateway.stop());

  it('merges the services, and sends each of them the filters', async () => {
    const query = 'actor=olga&action=a&subject=s&on_behalf_of=per_1&from=2026-01-01T00:00:00Z&limit=3';
    const { json } = await operator(`/operator/v1/audit?${query}`);
    expect((json['items'] as AuditEntry[]).map(({ id }) => id)).toEqual([idOf(449), idOf(448), idOf(447)]);
    const cursor = json['next_cursor'] as string;
    const next = await operator(`/operator/v1/audit?limit=1&cursor=${cursor}`);
    expect(next.json['items']).toEqual([entry(446)]);
    const filters = {
      actor: 'olga',
      action: 'a',
      subject: 's',
      on_behalf_of: 'per_1',
      from: '2026-01-01T00:00:00.000Z',
    };
    for (const type of Object.values(hubAudit))
      expect(gateway.services.requestsOf(type)[0]).toMatchObject({ ...filters, organisation_id: null, before: null });
  });

  it('exports all entries in pages', async () => {
    const { text, headers } = await operator('/operator/v1/audit?format=ndjson');
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const ids = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).id);
    expect(ids).toEqual(Array.from({ length: ENTRIES }, (_each, n) => idOf(ENTRIES - 1 - n)));
  });

  it('lists the oldest entries first, with a cursor that belongs to this order', async () => {
    const { json } = await operator('/operator/v1/audit?sort=oldest&limit=2');
    expect((json['items'] as AuditEntry[]).map(({ id }) => id)).toEqual([idOf(0), idOf(1)]);
    const cursor = json['next_cursor'] as string;
    const next = await operator(`/operator/v1/audit?sort=oldest&limit=1&cursor=${cursor}`);
    expect(next.json['items']).toEqual([entry(2)]);
    expect(statusAndCode(await operator(`/operator/v1/audit?cursor=${cursor}`))).toBe('422 cursor.invalid');
    const newest = (await operator('/operator/v1/audit?limit=1')).json['next_cursor'] as string;
    expect(statusAndCode(await operator(`/operator/v1/audit?sort=oldest&cursor=${newest}`))).toBe('422 cursor.invalid');
  });

  it('exports all entries as CSV for people, in the order of the list', async () => {
    const { text, headers } = await operator('/operator/v1/audit?format=csv&sort=oldest');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const [header, first, ...others] = text.trimEnd().split('\r\n');
    expect(header).toBe(columns);
    const details = `"{""note"":""${'x'.repeat(400)}""}"`;
    expect(first).toBe(`${idOf(0)},${entry(0).at},staff,olga,Olga,publisher.added,publisher,p0,,,${details}`);
    expect(others.map((record) => record.split(',', 1)[0])).toEqual(
      Array.from({ length: ENTRIES - 1 }, (_each, n) => idOf(n + 1)),
    );
  });

  it('rejects a cursor that is no position', async () => {
    expect(statusAndCode(await operator('/operator/v1/audit?cursor=aud_1'))).toBe('422 cursor.invalid');
  });

  it('ends the connection when an export fails midway, so that nobody takes a part for the whole', async () => {
    const before = gateway.services.requestsOf(hubAudit.review).length;
    await endReview();
    const end = await gateway.services.respond(hubAudit.review, (request) => {
      const isFirst = gateway.services.requestsOf(hubAudit.review).length === before + 1;
      return isFirst ? accepted(pageOf(1, request)) : refused('service.unavailable');
    });
    await expect(operator('/operator/v1/audit?format=ndjson')).rejects.toThrow();
    await end();
    expect((await operator('/operator/v1/audit')).status).toBe(503);
  });
});
