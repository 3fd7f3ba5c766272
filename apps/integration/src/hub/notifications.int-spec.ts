import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HubNotificationResource } from '@kushk/contracts';
import { answered, eventually, httpClient, statusAndCode, type HttpClient, type HttpResponse } from '@kushk/testing';
import { startHub, type HubHarness } from './hub-harness.js';

const DAY_MS = 86_400_000;
const STAFF = '/operator/v1/notifications';
const MEMBER = '/portal/v1/notifications';
let hub: HubHarness;
let olga: HttpClient;
let rita: HttpClient;
/** Uses the second gateway, like bela. */
let sam: HttpClient;
/** Two members of the publisher acme, and one of globex. */
let sara: HttpClient;
let amir: HttpClient;
let bela: HttpClient;
beforeAll(async () => {
  hub = await startHub({ replicas: 2 });
  [olga, rita, sam] = await Promise.all([hub.as('olga'), hub.as('rita'), hub.as('sam', 1)]);
  await ok(olga('/operator/v1/publishers', { json: { id: 'globex', name: 'Globex' } }));
  const members = { acme: ['sara', 'amir'], globex: ['bela'] };
  for (const [publisher, subjects] of Object.entries(members))
    for (const subject of subjects)
      await ok(olga(`/operator/v1/publishers/${publisher}/members`, { json: { subject, name: subject } }));
  [sara, amir, bela] = await Promise.all([hub.as('sara'), hub.as('amir'), hub.as('bela', 1)]);
});
afterAll(() => hub?.stop());

async function ok(sent: Promise<HttpResponse>): Promise<HttpResponse> {
  const response = await sent;
  if (response.status > 201) throw new Error(`answered ${response.status} ${response.text}`);
  return response;
}
interface Listed {
  readonly items: readonly HubNotificationResource[];
  readonly next_cursor: string | null;
  readonly unread: number;
}
const list = async (as: HttpClient, path: string) => (await ok(as(path))).json as unknown as Listed;
const about = ({ kind, event, version, plugin_id, key_id, name }: HubNotificationResource) =>
  [kind, event, plugin_id?.slice('ir.acme.'.length), version, key_id && name].filter((part) => part).join(' ');
const ofStaff = async (as: HttpClient) => (await list(as, STAFF)).items.map(about);
const ofMember = async (as: HttpClient) => (await list(as, MEMBER)).items.map(about);

const key = (name: string, version = '1.0.0') => `releases/ir.acme.${name}/${version}`;
async function submit(name: string, version = '1.0.0', more: object = {}): Promise<void> {
  const manifest = {
    ...{ schema: '1', id: `ir.acme.${name}`, version, publisher: 'acme', kind: 'external', plugin_api: '1.0' },
    ...{ names: { en: name, fa: 'فاکتور' }, base_url: 'https://acme.ir' },
  };
  await ok(hub.submit({ manifest, ...more }));
}
const review = (as: HttpClient, path: string, json: object = {}) =>
  ok(answered(() => as(`/operator/v1/${path}`, { json })));
const comment = (as: HttpClient, name: string, text: string) =>
  ok(as(`/portal/v1/publishers/acme/${key(name)}/comments`, { json: { text } }));

describe('the notifications of the hub', () => {
  it('tell the people of a publisher alone what was decided and commented, and the reviewer who holds a release of comments', async () => {
    await submit('talks');
    await review(rita, `${key('talks')}/take`);
    await review(rita, `${key('talks')}/request-changes`, { notes: 'Why?' });
    const requested = 'release_decided changes_requested talks 1.0.0';
    expect(await eventually(async () => (await ofMember(sara))[0])).toBe(requested);
    const { items, unread } = await list(amir, MEMBER);
    expect([items, unread]).toEqual([
      [
        {
          ...{ id: expect.stringMatching(/^ntf_[0-9a-z]{26}$/), kind: 'release_decided', event: 'changes_requested' },
          ...{ at: expect.any(String), read: false, publisher_id: 'acme', publisher_name: 'Acme' },
          ...{ plugin_id: 'ir.acme.talks', version: '1.0.0', names: { en: 'talks', fa: 'فاکتور' } },
          ...{ instance_id: null, key_id: null, name: null, expires_at: null },
        },
      ],
      1,
    ]);
    await comment(sara, 'talks', 'Because');
    const commented = 'release_commented talks 1.0.0';
    expect(await ofMember(amir)).toEqual([commented, requested]);
    expect(await ofMember(sara)).toEqual([requested]);
    expect([await ofStaff(rita), await ofStaff(sam), await ofStaff(olga)]).toEqual([[commented], [], []]);
    expect([await ofMember(bela), await list(bela, MEMBER)]).toEqual([[], { items: [], next_cursor: null, unread: 0 }]);
    await review(rita, `${key('talks')}/approve`, { tier: 'community', publish: true });
    expect(await eventually(async () => (await ofMember(sara)).includes('release_decided published talks 1.0.0'))).toBe(
      true,
    );
    expect([await ofMember(sara), await ofStaff(rita)]).toEqual([
      ['release_decided published talks 1.0.0', requested],
      [],
    ]);
  });

  it('page from the newest on, and are read up to a time that never goes back, apart from those of staff', async () => {
    const first = await list(amir, `${MEMBER}?limit=1`);
    const second = await list(amir, `${MEMBER}?limit=1&cursor=${encodeURIComponent(first.next_cursor!)}`);
    expect([...first.items, ...second.items]).toEqual((await list(amir, MEMBER)).items.slice(0, 2));
    expect([first.unread, second.unread]).toEqual([3, 3]);
    const until = second.items[0]!.at;
    const once = { json: { until }, headers: { 'idempotency-key': 'read-once' } };
    const atSecond = await hub.as('amir', 1);
    const both = await Promise.all([amir, atSecond].map((as) => as(`${MEMBER}/read`, once)));
    expect(both.map(({ status, json }) => [status, json['read_until']])).toEqual([
      [200, until],
      [200, until],
    ]);
    expect((await list(atSecond, MEMBER)).items.map(({ read }) => read)).toEqual([false, true, true]);
    await ok(amir(`${MEMBER}/read`, { json: {} }));
    await ok(amir(`${MEMBER}/read`, { json: { until } }));
    expect((await list(atSecond, MEMBER)).unread).toBe(0);
    expect((await list(sara, MEMBER)).unread).toBe(2);
    for (const [as, path] of [[amir, MEMBER] as const, [rita, STAFF] as const]) {
      const late = await as(`${path}/read`, { json: { until: new Date(Date.now() + DAY_MS).toISOString() } });
      expect(statusAndCode(late)).toBe('422 request.invalid');
    }
  });

  it('tell of a halted rollout everyone but who halted it, until it is resumed', async () => {
    const stages = [
      { percent: 10, hours: 24 },
      { percent: 100, hours: 0 },
    ];
    for (const version of ['1.0.0', '1.1.0']) {
      await submit('staged', version, version === '1.1.0' ? { rollout: { stages } } : {});
      await review(rita, `${key('staged', version)}/take`);
      await review(rita, `${key('staged', version)}/approve`, { tier: 'community', publish: true });
      const path = `/operator/v1/${key('staged', version)}`;
      await eventually(async () => (await olga(path)).json['status'] === 'published');
    }
    const rollout = (as: HttpClient, api: string, json: object) =>
      ok(as(`${api}/${key('staged', '1.1.0')}/rollout`, { json }));
    const halted = 'rollout_halted staged 1.1.0';
    await rollout(sara, '/portal/v1/publishers/acme', { action: 'halt', reason: 'Errors' });
    expect([await ofStaff(olga), await ofStaff(sam)]).toEqual([[halted], [halted]]);
    expect([(await ofMember(amir))[0], await ofMember(bela)]).toEqual([halted, []]);
    expect(await ofMember(sara)).not.toContain(halted);
    await rollout(sara, '/portal/v1/publishers/acme', { action: 'resume' });
    expect([await ofStaff(olga), await ofStaff(sam)]).toEqual([[], []]);
    await rollout(olga, '/operator/v1', { action: 'halt', reason: 'Errors' });
    expect([await ofStaff(olga), await ofStaff(sam)]).toEqual([[], [halted]]);
    expect((await ofMember(sara))[0]).toBe(halted);
    await rollout(olga, '/operator/v1', { action: 'resume' });
  });

  it('are those that a person wants, as staff and as a member apart, in both gateways', async () => {
    const preferences = async (as: HttpClient, path: string) => (await ok(as(`${path}/preferences`))).json;
    const [wanted, hidden] = [
      { page: true, email: 'off' },
      { page: false, email: 'daily' },
    ];
    const offered = {
      release_decided: wanted,
      release_commented: wanted,
      rollout_halted: wanted,
      key_expiring: wanted,
    };
    expect(await preferences(sara, MEMBER)).toEqual({ kinds: offered, email: 'off' });
    const ofReviewer = ['release_waiting', 'appeal_waiting', 'release_commented', 'rollout_halted'];
    expect(Object.keys((await preferences(rita, STAFF))['kinds'] as object)).toEqual(ofReviewer);
    const before = await list(sara, MEMBER);
    const set = { method: 'PUT', json: { kinds: { release_decided: hidden } } };
    const chosen = { kinds: { ...offered, release_decided: hidden }, email: 'off' };
    expect((await ok(sara(`${MEMBER}/preferences`, set))).json).toEqual(chosen);
    const atSecond = await hub.as('sara', 1);
    expect(await preferences(atSecond, MEMBER)).toEqual(chosen);
    expect([before.items.some(({ kind }) => kind === 'release_decided'), before.unread > 0]).toEqual([true, true]);
    const { items, unread } = await list(atSecond, MEMBER);
    expect([items.some(({ kind }) => kind === 'release_decided'), unread]).toEqual([false, 0]);
    expect((await list(amir, MEMBER)).items.some(({ kind }) => kind === 'release_decided')).toBe(true);
    await ok(olga('/operator/v1/publishers/acme/members', { json: { subject: 'olga', name: 'Olga' } }));
    await ok(olga(`${MEMBER}/preferences`, { method: 'PUT', json: { kinds: { rollout_halted: hidden } } }));
    expect((await preferences(olga, STAFF))['kinds']).toMatchObject({ rollout_halted: wanted });
    const foreign = await sara(`${MEMBER}/preferences`, {
      method: 'PUT',
      json: { kinds: { instance_silent: hidden } },
    });
    expect(statusAndCode(foreign)).toBe('422 request.invalid');
    expect(statusAndCode(await sara(`${STAFF}/preferences`))).toBe('403 auth.role_missing');
    await ok(sara(`${MEMBER}/preferences`, { method: 'PUT', json: { kinds: {} } }));
    expect(await list(sara, MEMBER)).toEqual(before);
  });

  it('tell operators and the publisher of a key that ends within 30 days, until it is revoked', async () => {
    const issue = async (publisher: string, label: string, days: number): Promise<string> => {
      const expires_at = new Date(Date.now() + days * DAY_MS).toISOString();
      const { json } = await ok(olga(`/operator/v1/publishers/${publisher}/keys`, { json: { label, expires_at } }));
      return (json['key'] as { id: string }).id;
    };
    const ending = await issue('acme', 'Nightly', 29);
    await issue('acme', 'Yearly', 365);
    await issue('globex', 'Weekly', 7);
    expect(await ofStaff(olga)).toEqual(['key_expiring Weekly', 'key_expiring Nightly']);
    expect([await ofStaff(rita), (await ofMember(sara))[0], await ofMember(bela)]).toEqual([
      [],
      'key_expiring Nightly',
      ['key_expiring Weekly'],
    ]);
    expect((await list(sara, MEMBER)).items[0]).toMatchObject({ key_id: ending, expires_at: expect.any(String) });
    const { items, unread } = await list(olga, `${STAFF}?kind=key_expiring`);
    expect([items.length, unread, (await list(olga, `${STAFF}?kind=appeal_waiting`)).items]).toEqual([2, 2, []]);
    await ok(olga(`${STAFF}/read`, { json: { until: items[0]!.at } }));
    expect((await list(olga, STAFF)).unread).toBe(0);
    const hidden = { key_expiring: { page: false } };
    await ok(olga(`${STAFF}/preferences`, { method: 'PUT', json: { kinds: hidden } }));
    expect([await ofStaff(olga), (await list(olga, `${STAFF}?kind=key_expiring`)).items]).toEqual([
      [],
      items.map((item) => ({ ...item, read: true })),
    ]);
    await ok(olga(`${STAFF}/preferences`, { method: 'PUT', json: { kinds: {} } }));
    expect((await sara(`/portal/v1/publishers/acme/keys/${ending}`, { method: 'DELETE' })).status).toBe(204);
    expect([await ofStaff(olga), (await ofMember(amir)).includes('key_expiring Nightly')]).toEqual([
      ['key_expiring Weekly'],
      false,
    ]);
  });

  it('tell operators and reviewers of an appeal, and of a release after a day, until a reviewer takes it', async () => {
    await submit('wronged');
    await review(rita, `${key('wronged')}/take`);
    await review(rita, `${key('wronged')}/reject`, { notes: 'Too much' });
    const appeal = `/portal/v1/publishers/acme/${key('wronged')}/appeal`;
    await ok(answered(() => sara(appeal, { json: { text: 'It is needed' } })));
    expect([await ofStaff(rita), await ofStaff(sam), (await ofStaff(olga))[0]]).toEqual([
      ['appeal_waiting wronged 1.0.0'],
      ['appeal_waiting wronged 1.0.0'],
      'appeal_waiting wronged 1.0.0',
    ]);
    await eventually(async () => (await sam(`/operator/v1/${key('wronged')}/take`, { json: {} })).status === 200);
    await submit('slow');
    expect(await eventually(async () => (await ofStaff(rita)).length === 0)).toBe(true);
    await ok(olga('/operator/v1/dev/clock', { json: { advance: 'P1DT1M' } }));
    const waiting = await eventually(async () => (await list(sam, STAFF)).items[0]);
    expect([about(waiting!), waiting!.read]).toEqual(['release_waiting slow 1.0.0', false]);
    await review(sam, `${key('slow')}/take`);
    expect(await eventually(async () => (await ofStaff(rita)).length === 0)).toBe(true);
  });

  it('are only for operators and reviewers, and for members at this moment', async () => {
    await ok(olga('/operator/v1/staff', { json: { subject: 'bahar', name: 'Bahar', roles: ['billing'] } }));
    expect(statusAndCode(await (await hub.as('bahar'))(STAFF))).toBe('403 auth.role_missing');
    expect(statusAndCode(await sara(STAFF))).toBe('403 auth.role_missing');
    expect(statusAndCode(await httpClient(hub.ports[1]!)(MEMBER))).toBe('401 auth.token_invalid');
    expect(await ofMember(rita)).toEqual([]);
    const members = '/operator/v1/publishers/acme/members';
    const { items } = (await olga(members)).json as { items: { id: string; subject: string }[] };
    await olga(`${members}/${items.find(({ subject }) => subject === 'amir')!.id}`, { method: 'DELETE' });
    expect(statusAndCode(await (await hub.as('amir', 1))(MEMBER))).toBe('403 auth.role_missing');
    const globex = '/operator/v1/publishers/globex/members';
    await ok(olga(globex, { json: { subject: 'amir', name: 'Amir' } }));
    expect(await ofMember(amir)).toEqual(['key_expiring Weekly']);
  });

  it('list a release for as long as it waits', async () => {
    await submit('forgotten');
    await ok(olga('/operator/v1/dev/clock', { json: { advance: 'P40D' } }));
    expect(await eventually(async () => (await ofStaff(sam))[0])).toBe('release_waiting forgotten 1.0.0');
  });
});
