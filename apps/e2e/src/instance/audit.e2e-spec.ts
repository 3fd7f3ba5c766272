/** Tests of the audit of an organisation and of the operator: what is in it, for whom, and that no secret is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { holdsWithin } from '../parties/holds.js';
import { installed, manifestOf, type Installed, type Manifest } from '../parties/invoices.js';
import {
  admin,
  member,
  newPublisher,
  operator,
  platform,
  pluginApi,
  reviewer,
  unique,
  type Publisher,
} from '../parties/parties.js';
import { system } from '../system/the-system.js';

const meeting = { starts_at: '2026-12-01T06:30:00Z', ends_at: '2026-12-01T07:30:00Z' };

function calendarManifest(publisher: Publisher, baseUrl: string): Manifest {
  const manifest = manifestOf({ id: `ir.${unique('audit')}.calendar`, publisher: publisher.id, baseUrl });
  return {
    ...manifest,
    scopes: { ...manifest.scopes, 'proposals.calendar_event': 'Proposes meetings' },
    proposals: [...manifest.proposals, { record_type: 'calendar_event', actions: ['create', 'update'] }],
    ui: { app: { path: '/app' } },
  } as Manifest;
}

describe('the audit', () => {
  let plugin: RecordingPlugin;
  let publisher: Publisher;
  let here: Installed;
  let started: string;
  let adminId: string;
  /** Everything that must not be in the audit. */
  const secrets: string[] = [];

  const audit = async (query: string): Promise<Body> => granted(await admin.get(`/audit?from=${started}&${query}`));
  const exported = async (query = ''): Promise<string> =>
    (await admin.get(`/audit?format=ndjson&from=${started}${query}`).buffer(true)).text;
  const entriesIn = (text: string): Body[] =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Body);

  beforeAll(async () => {
    started = new Date().toISOString();
    [plugin, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('audit')]);
    here = await installed(publisher, plugin, calendarManifest(publisher, plugin.baseUrl));
    adminId = granted(await admin.get('/me')).person.id;
    const { token, signing_secret } = here.credentials as unknown as Record<string, string>;
    secrets.push(publisher.key, token!, signing_secret!, 's3cret of the shop');
  });
  afterAll(() => plugin.stop());

  it('has what people, a rule and a plugin on behalf of a person did, and none of their secrets', async () => {
    const secret = (name: string): string => {
      const text = unique(`${name}-s3cret-`);
      secrets.push(text);
      return text;
    };
    const settings = { region: secret('region'), api_key: secret('setting') };
    granted(await admin.put(`/installations/${here.id}/settings`, { settings }));
    granted(await admin.post(`/installations/${here.id}/wallet/gifts`, { mu: '5', note: 'Welcome' }));
    const theCase = granted(await admin.post('/cases', { title: 'Audited case', description: secret('description') }));
    granted(await admin.post('/documents', { title: 'Audited document', text: secret('text') }));
    granted(await admin.post('/memory', { text: secret('memory') }));
    const session = granted(await admin.post('/sessions', { title: secret('session'), participant_ids: [adminId] }));
    granted(await admin.post(`/sessions/${session.id}/messages`, { text: secret('message') }));
    const rotated = granted(await here.api.post('/installation/rotate', { what: 'signing_secret' }));
    secrets.push(rotated.signing_secret);

    const rule = granted(
      await admin.post('/rules', {
        ...{ plugin_id: here.manifest.id, record_type: 'calendar_event', actions: ['create'] },
      }),
    );
    const proposal = { record_type: 'calendar_event', action: 'create', summary: 'A meeting' };
    const applied = granted(
      await here.api.post('/proposals', { ...proposal, external_id: 'm1', changes: { title: 'Meeting', ...meeting } }),
    );
    expect(applied).toMatchObject({ status: 'applied', settled_by: 'rule' });
    const event = await eventually(() => plugin.events.find(({ data }) => (data as Body).proposal_id === applied.id));
    expect(event['data']).toMatchObject({ outcome: 'applied', settled_by: 'rule', record_id: applied.record_id });
    expect(verdict(await admin.delete(`/rules/${rule.id}`))).toBe('204');

    const { handle } = granted(await admin.post(`/installations/${here.id}/handle`, { surface: 'app' }));
    secrets.push(handle);
    const onBehalf = pluginApi(here.credentials, { 'service-handle': handle });
    granted(await onBehalf.put('/records/invoice/a1', { data: { number: secret('record') } }));
    granted(await here.api.put('/records/invoice/a2', { data: { number: 'alone' } }));

    const text = await exported();
    const entries = entriesIn(text);
    const of = (action: string, id: string): Body =>
      entries.find((entry) => entry.action === action && entry.subject.id === id);
    const byAdmin = { kind: 'person', id: adminId, name: expect.stringMatching(/./) };
    for (const action of ['requested', 'settings_changed'])
      expect(of(`installation.${action}`, here.id)).toMatchObject({ actor: byAdmin, installation_id: here.id });
    expect(of('installation.signing_secret_rotated', here.id).actor).toMatchObject({ kind: 'plugin' });
    expect(of('wallet.granted', here.id)).toMatchObject({
      actor: byAdmin,
      details: { kind: 'gift', mu: '5', note: 'Welcome' },
    });
    expect(of('case.created', theCase.id)).toMatchObject({ actor: byAdmin, subject: { name: 'Audited case' } });
    expect(of('session.created', session.id)).toMatchObject({ actor: byAdmin, subject: { name: null } });
    expect(of('rule.made', rule.id)).toMatchObject({ actor: byAdmin });
    expect(of('rule.revoked', rule.id)).toMatchObject({ actor: byAdmin });
    for (const entry of [of('proposal.applied', applied.id), of('calendar_event.created', applied.record_id)])
      expect(entry).toMatchObject({ actor: { kind: 'rule', id: rule.id, name: null } });
    expect(of('record.written', 'invoice/a1')).toMatchObject({
      actor: { kind: 'plugin', id: here.manifest.id },
      installation_id: here.id,
      details: { on_behalf_of: { id: adminId, name: byAdmin.name } },
    });
    expect(of('record.written', 'invoice/a2')).toBeUndefined();
    for (const known of secrets) expect(text.includes(known)).toBe(false);
  });

  it('exports what it lists, and continues an export after any line', async () => {
    const [newest] = (await audit('limit=1')).items as Body[];
    const to = newest!.at;
    let lines: Body[] = [];
    // Again when an older entry of another service is committed between the two.
    await holdsWithin(30_000, async () => {
      lines = entriesIn(await exported(`&to=${to}`));
      const listed: Body[] = [];
      for (let cursor = ''; ;) {
        const page = await audit(`to=${to}&limit=7${cursor}`);
        listed.push(...page.items);
        if (page.next_cursor === null) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      expect(lines).toEqual(listed);
    });
    expect(lines.length).toBeGreaterThan(10);
    expect(entriesIn(await exported(`&to=${to}&cursor=${lines[4]!.id}`))).toEqual(lines.slice(5));
    expect((await audit(`subject=${here.id}&action=installation.settings_changed`)).items).toHaveLength(1);
    expect((await audit(`on_behalf_of=${adminId}&subject=invoice/a1`)).items).toHaveLength(1);
    expect(verdict(await admin.get('/audit?cursor=nonsense'))).toBe('422 cursor.invalid');
  });

  it('is for admins alone, and each organisation has its own', async () => {
    expect(verdict(await member.get('/audit'))).toBe('403 auth.role_missing');
    expect(verdict(await admin.get('/staff/audit'))).toBe('403 auth.role_missing');
    const staff = granted(await platform.get('/staff/audit?action=staff.added')).items as Body[];
    expect(staff.length).toBeGreaterThan(0);
    const own = granted(await platform.get(`/staff/audit?subject=${here.id}`));
    expect(own.items).toEqual([]);
  });

  it('shows the operator who submitted, reviewed and published a release, and no one else', async () => {
    const release = `${here.manifest.id}@${here.manifest.version}`;
    const entries = await eventually(async () => {
      const { items } = granted(await operator.get(`/audit?subject=${release}`));
      return (items as Body[]).some(({ action }) => action === 'release.published') && (items as Body[]);
    });
    expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['release.published', 'staff'],
      ['release.approved', 'staff'],
      ['review.taken', 'staff'],
      ['release.submitted', 'publisher'],
    ]);
    expect(entries[0]!.actor).toEqual(entries[1]!.actor);
    expect(entries[3]!.actor).toEqual({ kind: 'publisher', id: publisher.id, name: 'Publisher audit' });
    const { text } = await operator.get(`/audit?format=ndjson&from=${started}`).buffer(true);
    expect(text).toContain('"action":"key.issued"');
    for (const known of secrets) expect(text.includes(known)).toBe(false);
    expect(text.includes(system.organisationId)).toBe(false);
    expect(verdict(await reviewer.get('/audit'))).toBe('403 auth.role_missing');
  });
});
