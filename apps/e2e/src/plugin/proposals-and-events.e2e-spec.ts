/** Tests of proposals, their outcomes, and the event feed. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, eventually, RecordingPlugin } from '@kushk/testing';
import { describedCalls, type DocumentWithWebhooks } from '@kushk/testing/described-calls';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';

describe('proposals and events', () => {
  let plugin: RecordingPlugin;
  let here: Installed;
  let theCase: Body;

  const body = (external_id: string, changes: object, more: object = {}) => ({
    external_id,
    record_type: 'case',
    action: 'update',
    record_id: theCase.id,
    changes,
    summary: `About ${external_id}`,
    ...more,
  });
  const propose = async (external_id: string, changes: object, more: object = {}): Promise<Body> =>
    granted(await here.api.post('/proposals', body(external_id, changes, more)));
  const settled = (external_id: string) =>
    plugin.events.filter((event) => (event['data'] as Body).external_id === external_id) as Body[];

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('proposals')]);
    plugin = started;
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('proposals')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
    theCase = granted(await admin.post('/cases', { title: 'Rent of the store house', amount: '10' }));
  });
  afterAll(() => plugin.stop());

  it('a new case exists only after its proposal is applied', async () => {
    const title = unique('Case of ');
    const proposal = granted(
      await here.api.post('/proposals', {
        external_id: 'new-case',
        record_type: 'case',
        action: 'create',
        changes: { title, amount: '7.25' },
        summary: 'A case for an invoice',
      }),
    );
    const titles = async () => granted(await admin.get('/cases?limit=200')).items.map((one: Body) => one.title);
    expect(await titles()).not.toContain(title);
    const applied = granted(await member.post(`/proposals/${proposal.id}/apply`));
    expect(granted(await admin.get(`/cases/${applied.record_id}`))).toMatchObject({
      title,
      amount: '7.25',
      status: 'open',
      revision: 1,
    });
  });

  it('a proposal conflicts with a newer edit of the same field, but not of another field', async () => {
    const stale = await propose('stale', { amount: '11' });
    const otherField = await propose('beside', { due_on: '2026-12-24' });
    granted(await admin.patch(`/cases/${theCase.id}`, { amount: '12' }));
    const refused = await member.post(`/proposals/${stale.id}/apply`);
    expect([verdict(refused), refused.body.params.conflicts]).toEqual([
      '409 proposal.stale',
      [{ field: 'amount', base: '10', current: '12', proposed: '11' }],
    ]);
    expect(granted(await member.post(`/proposals/${otherField.id}/apply`)).status).toBe('applied');
    expect(granted(await member.get(`/cases/${theCase.id}`))).toMatchObject({ amount: '12', due_on: '2026-12-24' });
    granted(await member.post(`/proposals/${stale.id}/reject`, { reason: 'Another amount was entered' }));
    const [event] = await eventually(() => {
      const events = settled('stale');
      return events.length > 0 && events;
    });
    expect(event.data).toMatchObject({ outcome: 'rejected', reason: 'Another amount was entered', revision: 1 });
  });

  it('an external id can be used again after its proposal is settled', async () => {
    const first = await propose('again', { amount: '13' });
    granted(await member.post(`/proposals/${first.id}/reject`));
    const second = await here.api.post('/proposals', body('again', { amount: '13' }));
    expect([verdict(second), second.body.id === first.id]).toEqual(['201', false]);
    expect(
      granted(await here.api.get('/proposals?status=pending&limit=200')).items.map(({ id }: Body) => id),
    ).toContain(second.body.id);
    expect(
      granted(await here.api.get('/proposals?status=rejected&limit=200')).items.map(({ id }: Body) => id),
    ).toContain(first.id);
  });

  it('a plugin can read its proposal and take it back while it is pending; then nobody settles it and no event is sent', async () => {
    const made = await propose('taken-back', { amount: '13' });
    expect(granted(await here.api.get(`/proposals/${made.id}`))).toEqual(made);
    const withdrawn = granted(await here.api.post(`/proposals/${made.id}/withdraw`));
    expect(withdrawn).toEqual({ ...made, status: 'withdrawn' });
    expect(granted(await here.api.post(`/proposals/${made.id}/withdraw`))).toEqual(withdrawn);
    expect(verdict(await member.post(`/proposals/${made.id}/apply`))).toBe('409 proposal.settled');
    const next = await propose('taken-back', { amount: '14' });
    granted(await member.post(`/proposals/${next.id}/apply`));
    expect(verdict(await here.api.post(`/proposals/${next.id}/withdraw`))).toBe('409 proposal.settled');
    expect(verdict(await here.api.get('/proposals/prp_nothing'))).toBe('404 proposal.not_found');
    const events = await eventually(() => settled('taken-back').length > 0 && settled('taken-back'));
    expect(events.map(({ data }) => [data.proposal_id, data.record_id])).toEqual([[next.id, theCase.id]]);
  });

  it('only a rejected proposal accepts a reason, and only a pending one can be settled', async () => {
    const { id } = await propose('verdicts', { amount: '14' });
    expect(verdict(await member.post(`/proposals/${id}/reason`, { reason: 'Because' }))).toBe(
      '409 proposal.not_rejected',
    );
    granted(await member.post(`/proposals/${id}/apply`));
    expect(verdict(await member.post(`/proposals/${id}/reject`))).toBe('409 proposal.settled');
    expect(verdict(await member.post(`/proposals/${id}/reason`, { reason: 'Because' }))).toBe(
      '409 proposal.not_rejected',
    );
    expect(verdict(await member.post('/proposals/prp_nothing/apply'))).toBe('404 proposal.not_found');
  });

  it('a proposal is validated before a person sees it', async () => {
    const verdictOf = async (external_id: string, changes: object, more: object = {}) =>
      verdict(await here.api.post('/proposals', body(external_id, changes, more)));
    expect(await verdictOf('j1', { amount: '1' }, { record_type: 'document' })).toBe('403 auth.scope_missing');
    expect(await verdictOf('j2', { amount: '1' }, { record_id: 'cas_nothing' })).toBe('404 case.not_found');
    expect(await verdictOf('j3', { amount: 'much' })).toBe('422 proposal.invalid');
    expect(await verdictOf('j4', { colour: 'red' })).toBe('422 proposal.invalid');
    expect(await verdictOf('j5', {})).toBe('422 proposal.invalid');
    expect(await verdictOf('j6', { amount: '1' }, { action: 'create' })).toBe('422 proposal.invalid');
    expect(await verdictOf('j7', { amount: '1' }, { base_revision: 999 })).toBe('422 proposal.invalid');
    expect(await verdictOf('', { amount: '1' })).toBe('422 request.invalid');
  });

  it('an event that was not accepted is sent again with the same id and body and a new signature', async () => {
    plugin.respond('/service/events', responses.status(500), responses.status(200));
    const { id } = await propose('retried', { amount: '15' });
    granted(await member.post(`/proposals/${id}/apply`));
    const calls = () =>
      plugin.callsTo('/service/events').filter(({ json }) => (json['data'] as Body).external_id === 'retried');
    await eventually(() => calls().length === 2, 30_000);
    const [first, second] = calls();
    expect([first!.headers['service-attempt'], second!.headers['service-attempt']]).toEqual(['1', '2']);
    expect(second!.headers['service-event-id']).toBe(first!.headers['service-event-id']);
    expect(second!.body).toEqual(first!.body);
    expect([first!.signature, second!.signature]).toEqual(['valid', 'valid']);
    expect(second!.headers['service-signature']).not.toBe(first!.headers['service-signature']);
    await eventually(async () => {
      const { items } = granted(await admin.get(`/installations/${here.id}/deliveries?limit=5`));
      const delivered = items.find((one: Body) => one.event_id === first!.headers['service-event-id']);
      expect(delivered).toMatchObject({
        status: 'delivered',
        attempts: [
          { attempt: 1, status: 500 },
          { attempt: 2, status: 200, error: null },
        ],
      });
      return true;
    });
  });

  it('the admin can redeliver an event', async () => {
    const [last] = plugin.events.slice(-1) as Body[];
    const before = plugin.events.length;
    expect(granted(await admin.post(`/installations/${here.id}/deliveries/${last.id}/redeliver`)).event_id).toBe(
      last.id,
    );
    await eventually(() => plugin.events.length > before);
    expect(plugin.events.at(-1)).toEqual(last);
    expect(verdict(await admin.post(`/installations/${here.id}/deliveries/evt_nothing/redeliver`))).toBe(
      '404 delivery.not_found',
    );
    const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    expect(granted(await admin.post(`/installations/${here.id}/deliveries/redeliver`, period))).toEqual({
      redelivered: 0,
      has_more: false,
    });
    expect(
      verdict(await admin.post(`/installations/${here.id}/deliveries/redeliver`, { ...period, to: '2026-02-30' })),
    ).toBe('422 request.invalid');
    for (const list of ['deliveries', 'health'])
      expect(verdict(await member.get(`/installations/${here.id}/${list}`))).toBe('403 auth.role_missing');
  });

  describe('polling', () => {
    it('returns the pushed events page by page, without a gap', async () => {
      const all = granted(await here.api.get('/events'));
      const paged: Body[] = [];
      for (let after = '', more = true; more;) {
        const page = granted(await here.api.get(`/events?limit=3&after=${encodeURIComponent(after)}`));
        paged.push(...page.events);
        after = page.next_after;
        more = page.has_more;
      }
      expect(paged).toEqual(all.events);
      expect(paged.map(({ sequence }) => sequence)).toEqual(paged.map((_, index) => index + 1));
      await eventually(() => {
        expect(new Set(plugin.events.map(({ id }) => id))).toEqual(new Set(paged.map(({ id }) => id)));
        return true;
      });
    });

    it('waits until the next event exists and then returns it at once', async () => {
      const { next_after } = granted(await here.api.get('/events?limit=200'));
      const { id } = await propose('awaited', { amount: '16' });
      const waiting = here.api
        .get(`/events?after=${encodeURIComponent(next_after)}&wait=25`)
        .then((answered) => ({ answered, at: performance.now() }));
      granted(await member.post(`/proposals/${id}/apply`));
      const appliedAt = performance.now();
      const { answered, at } = await waiting;
      expect(granted(answered).events.map(({ data }: Body) => data.external_id)).toEqual(['awaited']);
      expect(at - appliedAt).toBeLessThan(20_000);
    });

    it('returns an empty page with a usable cursor when no event happens', async () => {
      const { next_after } = granted(await here.api.get('/events?limit=200'));
      const empty = granted(await here.api.get(`/events?after=${encodeURIComponent(next_after)}&wait=1`));
      expect(empty).toEqual({ events: [], next_after, has_more: false });
    });

    it('filters by type, and rejects an invalid cursor', async () => {
      expect(granted(await here.api.get('/events?types=plugin.ping')).events).toEqual([]);
      expect(
        granted(await here.api.get('/events?types=plugin.ping,plugin.proposal.settled')).events.length,
      ).toBeGreaterThan(3);
      expect(verdict(await here.api.get('/events?types=plugin.nothing'))).toBe('422 request.invalid');
      expect(verdict(await here.api.get('/events?after=42'))).toBe('422 events.cursor_invalid');
      expect(verdict(await here.api.get('/events?wait=26'))).toBe('422 request.invalid');
      expect(verdict(await here.api.get('/events?limit=0'))).toBe('422 request.invalid');
    });
  });

  it('calls the plugin only as the webhooks of the OpenAPI document describe', async () => {
    const document = (await (await fetch(`${system.instance}/plugin/v1/openapi.json`)).json()) as DocumentWithWebhooks;
    await plugin.call('/service/events');
    const names = plugin.calls.map(({ path, json }) => (path === '/service/lifecycle' ? json['event'] : json['type']));
    expect(names).toEqual(expect.arrayContaining(['installed', 'plugin.proposal.settled']));
    expect(plugin.calls.flatMap(describedCalls(document))).toEqual([]);
  });
});
