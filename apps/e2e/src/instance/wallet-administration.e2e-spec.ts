/** What an admin decides about the wallet and the credentials of an installation (docs/reference/money.md). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed, type Manifest } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';

describe("an installation's wallet, for its admin", () => {
  let plugin: RecordingPlugin;
  let here: Installed;
  let address: string;
  let keys = 0;

  const act = (path: string, body: object = {}) =>
    admin.post(`${address}/wallet/${path}`, body).set('idempotency-key', `admin-${(keys += 1)}`);
  const consume = (count: number) =>
    here.api.post('/wallet/consume', { service: 'ocr.page', count }).set('idempotency-key', `charge-${(keys += 1)}`);
  const wallet = async (): Promise<Body> => granted(await admin.get(`${address}/wallet`));

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('admin-wallet')]);
    plugin = started;
    const names = { id: `ir.${unique('money')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl };
    const events = ['plugin.wallet.low', 'plugin.wallet.hold_expired'];
    here = await installed(publisher, plugin, { ...manifestOf(names), events } as Manifest);
    address = `/installations/${here.id}`;
    granted(await act('gifts', { mu: '20', note: 'Welcome' }));
  });
  afterAll(() => plugin.stop());

  it('takes gifts back, as far as they are unspent', async () => {
    const revoked = granted(await act('revocations', { mu: '5', kind: 'gift', reason: 'Given twice' }));
    expect(revoked).toMatchObject({ kind: 'gift', mu: '5', wallet: { available: '15', held: '0' } });
    expect(verdict(await act('revocations', { mu: '16', kind: 'gift', reason: 'Too much' }))).toBe(
      '402 wallet.insufficient_balance',
    );
    expect((await wallet()).totals).toMatchObject({ gifted: '20', revoked: '5' });
  });

  it('returns a charge once', async () => {
    granted(await consume(4));
    const { items } = granted(await admin.get(`${address}/wallet/entries?order=newest`));
    const [charge] = items.filter(({ kind }: Body) => kind === 'consumption');
    const returned = granted(await act('reversals', { entry_id: charge.id, reason: 'The scan was empty' }));
    expect(returned).toMatchObject({ mu: '1', wallet: { available: '15' } });
    expect(verdict(await act('reversals', { entry_id: charge.id, reason: 'Again' }))).toMatch(/^409 wallet\./);
  });

  it('has months, transactions and a place among all wallets, in pages of which each has the sums', async () => {
    const { months } = granted(await admin.get(`${address}/wallet/months?count=2`));
    expect(months.at(-1)).toMatchObject({ gifted: '20', consumed: '1', revoked: '5', reversed: '1' });
    expect(months.at(-1).services).toEqual([{ service: 'ocr.page', count: 4, mu: '1' }]);
    const first = granted(await admin.get(`${address}/wallet/transactions?limit=2`));
    expect(first.items.map(({ kind }: Body) => kind)).toEqual(['reversal', 'charge']);
    const rest = granted(await admin.get(`${address}/wallet/transactions?cursor=${first.next_cursor}`));
    expect(rest.items.map(({ kind }: Body) => kind)).toEqual(['revocation', 'gift']);

    // Other tests use wallets of the organisation at the same time: a response is compared with itself.
    const { items, totals, month } = granted(await admin.get('/wallets?sort=available&limit=200'));
    const amounts: number[] = items.map(({ available }: Body) => Number(available));
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect(Number(totals.available)).toBeGreaterThanOrEqual(amounts.reduce((sum, mu) => sum + mu, -1e-6));
    expect(month).toBe(months.at(-1).month);
    const one = granted(await admin.get('/wallets?sort=consumed&limit=1'));
    expect(Number(one.totals.available)).toBeGreaterThan(Number(one.items[0].available));
    const next = granted(await admin.get(`/wallets?sort=consumed&limit=200&cursor=${one.next_cursor}`));
    const all: Body[] = [...one.items, ...next.items];
    expect(all.find(({ installation_id: id }) => id === here.id)).toMatchObject({
      ...{ available: '15', consumed_this_month: '1', consumed_last_month: '0', enough_until: null },
      ...{ status: 'open', is_low: false },
    });
    expect(verdict(await member.get(`${address}/wallet/transactions`))).toBe('403 auth.role_missing');
    expect(verdict(await admin.get('/wallets?sort=name'))).toBe('422 request.invalid');
  });

  it('refuses charges while it is frozen', async () => {
    expect(granted(await act('freeze', { reason: 'A wrong invoice' }))).toMatchObject({ status: 'frozen' });
    expect(verdict(await consume(1))).toMatch(/^(402|403|409) wallet\.frozen$/);
    expect(granted(await act('unfreeze'))).toMatchObject({ status: 'open' });
    expect(verdict(await consume(1))).toBe('201');
  });

  it('stops at the budget of the month, and warns the plugin below the threshold', async () => {
    granted(await admin.put(`${address}/wallet/threshold`, { mu: '15' }));
    granted(await admin.put(`${address}/wallet/budget`, { monthly: '1.5', services: { 'ocr.table': '0.1' } }));
    expect((await wallet()).budget).toMatchObject({ monthly: '1.5' });
    expect(verdict(await consume(1))).toBe('201');
    expect(verdict(await consume(1))).toMatch(/^402 wallet\.budget/);
    const { json } = await plugin.call('/service/events', (call) => call.json['type'] === 'plugin.wallet.low');
    expect(json['data']).toMatchObject({ threshold: '15' });
    granted(await admin.put(`${address}/wallet/budget`, { monthly: null, services: {} }));
  });

  it('is decided by admins alone', async () => {
    for (const [path, body] of [
      ['revocations', { mu: '1', kind: 'gift', reason: 'No' }],
      ['freeze', { reason: 'No' }],
    ] as const)
      expect(verdict(await member.post(`${address}/wallet/${path}`, body))).toBe('403 auth.role_missing');
  });

  it('has proposals that its admin assigns', async () => {
    const changes = { title: 'The invoice of October' };
    const body = {
      external_id: 'A-1',
      record_type: 'case',
      action: 'create',
      changes,
      summary: 'Found on the invoice',
    };
    const proposal = granted(await here.api.post('/proposals', body).set('idempotency-key', 'assigned'));
    const me = granted(await admin.get('/me'));
    const assignee_id = me.person?.id ?? me.id;
    expect(granted(await admin.post(`/proposals/${proposal.id}/assign`, { assignee_id }))).toMatchObject({
      assignee_id,
    });
  });

  it('is used with new credentials after a rotation', async () => {
    const before = here.credentials.token;
    granted(await admin.post(`${address}/rotate`));
    const { token } = await eventually(async () => {
      const current = await plugin.credentials(here.id);
      return current.token === before ? null : current;
    });
    expect(token).toMatch(/^ki_/);
  });

  it('lets its admin try whether events reach the plugin, in development', async () => {
    const send = (type: string, data: object) => admin.post(`/dev/installations/${here.id}/events`, { type, data });
    granted(await send('plugin.ping', {}));
    granted(
      await send('plugin.wallet.hold_expired', {
        hold_id: 'hld_01m8g3bs1qeb0t6kqctdz6masj',
        service: 'ocr.page',
        released: '1',
      }),
    );
    for (const type of ['plugin.ping', 'plugin.wallet.hold_expired'])
      await plugin.call('/service/events', (call) => call.json['type'] === type);
  });
});
