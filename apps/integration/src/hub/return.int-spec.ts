import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry, Page, QueuedReview, ReleaseEvent, ReleaseForStaff, ReleaseReturn } from '@kushk/contracts';
import { approvalDigest, openApproval, type Jwks } from '@kushk/credentials';
import { answered, eventually, httpClient, statusAndCode, type HttpClient, type HttpResponse } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

let hub: HubHarness;
let olga: HttpClient;
let rita: HttpClient;
/** The key of the publisher at both gateways. */
let publishers: readonly HttpClient[];
beforeAll(async () => {
  hub = await startHub();
  [olga, rita] = await Promise.all([hub.as('olga'), hub.as('rita')]);
  publishers = publishersOf(hub);
});
afterAll(() => hub.stop());

function publishersOf({ ports, key }: HubHarness): readonly HttpClient[] {
  return ports.map((port) => httpClient(port, { authorization: `Bearer ${key}` }));
}
const idOf = (name: string) => `ir.acme.${name}`;
const settings = (...keys: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, { type: 'string' }])),
});
function bodyOf<Body>({ status, text, json }: HttpResponse): Body {
  if (status > 201) throw new Error(`answered ${status} ${text}`);
  return json as Body;
}

/** Submits a version, and lets Rita approve and publish it. */
async function publish(name: string, version: string, more: object = {}): Promise<void> {
  const manifest = {
    schema: '1',
    id: idOf(name),
    version,
    publisher: 'acme',
    kind: 'external',
    plugin_api: '1.0',
    names: { en: name },
    base_url: 'https://acme.ir',
    ...more,
  };
  bodyOf(await hub.submit({ manifest, notes: `About ${version}` }));
  const path = `/operator/v1/releases/${idOf(name)}/${version}`;
  bodyOf(await answered(() => rita(`${path}/take`, { json: {} })));
  bodyOf(await answered(() => rita(`${path}/approve`, { json: { tier: 'verified', notes: 'Fine', publish: true } })));
}
const returnTo = (
  name: string,
  {
    from = '1.0.0',
    as = hub.publisher,
    ...body
  }: { from?: string; version: string; dry_run?: boolean; as?: HttpClient },
  headers: Readonly<Record<string, string>> = {},
) =>
  as(`/developer/v1/releases/${idOf(name)}/${from}/return`, {
    json: { reason: 'Totals are wrong', ...body },
    headers,
  });
const forStaff = async (name: string, version: string, as = olga) =>
  bodyOf<ReleaseForStaff>(await as(`/operator/v1/releases/${idOf(name)}/${version}`));

describe('a return to an earlier release', () => {
  it('publishes its content at once, with an approval that names the one that it repeats', async () => {
    await publish('mended', '1.0.0', { settings: settings('language') });
    await publish('mended', '2.0.0', { settings: settings('language', 'currency') });
    const dry = bodyOf<ReleaseReturn>(await returnTo('mended', { version: '2.0.1', dry_run: true }));
    expect(dry).toMatchObject({
      dry_run: true,
      approval: 'automatic',
      present: '2.0.0',
      losses: { settings: ['currency'], record_types: [] },
      release: null,
    });
    const response = await returnTo('mended', { version: '2.0.1' });
    expect(response.status).toBe(201);
    const { release, ...made } = bodyOf<ReleaseReturn>(response);
    expect(made).toEqual({ ...dry, dry_run: false, release: undefined });

    const first = await forStaff('mended', '1.0.0');
    const again = await forStaff('mended', '2.0.1');
    const basis = {
      version: '1.0.0',
      approval_digest: approvalDigest(first.signature!),
      decided_at: first.decided_at,
    };
    expect(again).toMatchObject({ ...release, returned: { from: '1.0.0', reason: 'Totals are wrong', basis } });
    expect(again).toMatchObject({
      status: 'published',
      tier: 'verified',
      manifest: { ...first.manifest, version: '2.0.1' },
    });
    const keys = bodyOf<Jwks>(await hub.anyone()('/.well-known/jwks.json'));
    expect(openApproval(keys, again.signature)).toMatchObject({
      version: '2.0.1',
      manifest_digest: again.manifest_digest,
      previous: '2.0.0',
      basis,
    });
    const { items } = bodyOf<Page<ReleaseEvent>>(await olga('/operator/v1/releases/ir.acme.mended/2.0.1/history'));
    expect(items.map(({ event, actor }) => [event, actor.kind])).toEqual([
      ['submitted', 'publisher'],
      ['taken', 'system'],
      ['approved', 'system'],
      ['published', 'system'],
    ]);
    await eventually(async () => {
      const { items: reviews } = bodyOf<Page<QueuedReview>>(await rita('/operator/v1/reviews?q=2.0.1'));
      expect(reviews).toMatchObject([{ status: 'approved', taken_by: 'system', returned_from: '1.0.0' }]);
      return true;
    });
    expect(statusAndCode(await rita('/operator/v1/releases/ir.acme.mended/2.0.1/take', { json: {} }))).toBe(
      '409 catalogue.transition_invalid',
    );
  });

  it('is made in the portal too, and a return to a return names the reviewer that approved the content', async () => {
    await publish('chained', '1.0.0');
    await publish('chained', '1.1.0');
    bodyOf(await olga('/operator/v1/publishers/acme/members', { json: { subject: 'pari', name: 'Pari' } }));
    const pari = await hub.as('pari');
    const portal: HttpClient = (path, request) =>
      pari(path.replace('/developer/v1', '/portal/v1/publishers/acme'), request);
    const first = bodyOf<ReleaseReturn>(await returnTo('chained', { version: '1.1.1', as: portal }));
    const second = bodyOf<ReleaseReturn>(await returnTo('chained', { from: '1.1.1', version: '1.1.2', as: portal }));
    expect(second.release?.returned).toEqual({
      from: '1.1.1',
      reason: 'Totals are wrong',
      basis: first.release?.returned?.basis,
    });
    expect(second.release?.returned?.basis?.version).toBe('1.0.0');
    await eventually(async () => {
      const { items } = bodyOf<Page<AuditEntry>>(await olga('/operator/v1/audit?subject=ir.acme.chained@1.1.1'));
      expect(items.map(({ action, actor }) => [action, actor.kind, actor.name]).sort()).toEqual([
        ['release.approved', 'system', null],
        ['release.published', 'system', null],
        ['release.submitted', 'person', 'Pari'],
        ['review.taken', 'system', null],
      ]);
      return true;
    });
  });

  it('wins once when two gateways get it at the same time, for one version and for two', async () => {
    await publish('raced', '1.0.0');
    await publish('raced', '2.0.0');
    const same = await Promise.all(publishers.map((as) => returnTo('raced', { version: '2.0.1', as })));
    expect(same.map(statusAndCode).sort()).toEqual(['201 undefined', '409 catalogue.version_exists']);
    const answers = await Promise.all(
      publishers.map((as, gateway) => returnTo('raced', { version: `2.1.${gateway}`, as })),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(201);
    // The lower version is refused after the higher one, and allowed before it.
    expect(statuses.every((status) => status === 201 || status === 422)).toBe(true);
    for (const answer of answers.filter(({ status }) => status === 201)) {
      const { release, diff } = bodyOf<ReleaseReturn>(answer);
      const keys = bodyOf<Jwks>(await hub.anyone()('/.well-known/jwks.json'));
      expect(openApproval(keys, release?.signature)?.previous).toBe(diff?.previous);
    }
  });

  it('gets its first reply again with its Idempotency-Key, although its version exists', async () => {
    await publish('repeated', '1.0.0');
    const key = { 'idempotency-key': 'return-1' };
    const first = await returnTo('repeated', { version: '1.0.1' }, key);
    const again = await returnTo('repeated', { version: '1.0.1', as: publishers[1]! }, key);
    expect([again.status, again.headers['idempotency-replayed'], again.json]).toEqual([201, 'true', first.json]);
    expect(statusAndCode(await returnTo('repeated', { version: '1.0.1' }, { 'idempotency-key': 'other' }))).toBe(
      '409 catalogue.version_exists',
    );
  });

  it('is refused for a version that is suspended or withdrawn', async () => {
    await publish('refused', '1.0.0');
    await publish('refused', '2.0.0');
    const path = '/operator/v1/releases/ir.acme.refused/1.0.0';
    bodyOf(await olga(`${path}/suspend`, { json: { reason: 'It leaks' } }));
    expect(await returnTo('refused', { version: '2.0.1' })).toMatchObject({
      status: 409,
      json: { code: 'release.return_refused', params: { reason: 'suspended' } },
    });
    bodyOf(await olga(`${path}/withdraw`, { json: { reason: 'It leaks' } }));
    expect(await returnTo('refused', { version: '2.0.1', dry_run: true })).toMatchObject({
      json: { code: 'release.return_refused', params: { reason: 'withdrawn' } },
    });
  });
});

describe('a hub whose reviewers decide on returns', () => {
  let careful: HubHarness;
  beforeAll(async () => {
    careful = await startHub({ environment: { KUSHK_RETURN: 'reviewer' } });
  });
  afterAll(() => careful.stop());

  it('puts a return before all other submissions of the queue', async () => {
    const before = { hub, olga, rita };
    hub = careful;
    [olga, rita] = await Promise.all([hub.as('olga'), hub.as('rita')]);
    try {
      await publish('careful', '1.0.0');
      const manifest = { schema: '1', id: 'ir.acme.waits', version: '1.0.0', publisher: 'acme', kind: 'external' };
      const waiting = { ...manifest, plugin_api: '1.0', names: { en: 'Waits' }, base_url: 'https://acme.ir' };
      bodyOf(await hub.publisher('/developer/v1/releases', { json: { manifest: waiting } }));
      const made = bodyOf<ReleaseReturn>(await returnTo('careful', { version: '1.0.1' }));
      expect(made).toMatchObject({ approval: 'reviewer', release: { status: 'submitted', returned: { basis: null } } });
      await eventually(async () => {
        const { items } = bodyOf<Page<QueuedReview>>(await rita('/operator/v1/reviews?status=submitted'));
        expect(items.map(({ plugin_id }) => plugin_id)).toEqual(['ir.acme.careful', 'ir.acme.waits']);
        return true;
      });
    } finally {
      ({ hub, olga, rita } = before);
    }
  });
});
