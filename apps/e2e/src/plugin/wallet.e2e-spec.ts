/** Tests that MU amounts are exact, never negative, and charged once per idempotency key (docs/reference/money.md). */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import { granted, verdict, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { admin, member, newPublisher, unique } from '../parties/parties.js';

describe('the wallet', () => {
  let plugin: RecordingPlugin;
  let here: Installed;
  let keys = 0;

  const post = (path: string, body: object = {}, key = `key-${(keys += 1)}`) =>
    here.api.post(`/wallet/${path}`, body).set('idempotency-key', key);
  const wallet = async (): Promise<Body> => granted(await here.api.get('/wallet'));
  const gift = (mu: string) => admin.post(`/installations/${here.id}/wallet/gifts`, { mu });
  const micro = (mu: string): bigint => {
    const [whole, part = ''] = mu.split('.');
    return BigInt(whole! + part.padEnd(6, '0'));
  };

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('wallet')]);
    plugin = started;
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('wallet')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
  });
  afterAll(() => plugin.stop());

  it('is empty at first, and rejects charges', async () => {
    const { as_of, month, ...rest } = await wallet();
    expect(rest).toEqual({
      available: '0',
      held: '0',
      totals: {
        ...{ purchased: '0', gifted: '0', consumed: '0', reversed: '0', revoked: '0' },
        ...{ carried_in: '0', carried_out: '0' },
      },
      remaining: { gifted: '0', purchased: '0' },
      ...{ status: 'open', frozen: null, threshold: null, low_threshold: '0', is_low: false },
      budget: { monthly: null, services: {} },
      plan: { key: 'basic', rates: { 'ocr.page': '0.25', 'ocr.table': '0.000001' } },
    });
    expect([typeof as_of, month.consumed]).toEqual(['string', '0']);
    expect(verdict(await post('consume', { service: 'ocr.page', count: 1 }))).toBe('402 wallet.insufficient_balance');
    expect(verdict(await post('holds', { service: 'ocr.page', count: 1 }))).toBe('402 wallet.insufficient_balance');
  });

  it('is credited by admins only, with valid amounts only', async () => {
    expect(verdict(await member.post(`/installations/${here.id}/wallet/gifts`, { mu: '1' }))).toBe(
      '403 auth.role_missing',
    );
    for (const mu of ['0', '-1', '1.0000001', 'many', '1e3', '۱', '9223372036854.775808'])
      expect(verdict(await gift(mu))).toBe('422 wallet.amount_invalid');
    const give = () =>
      admin
        .post(`/installations/${here.id}/wallet/gifts`, { mu: '10.0', note: 'خوش آمدید' })
        .set('idempotency-key', `gift:${here.id}`);
    const given = await give();
    expect(given.body).toEqual({
      id: expect.any(String),
      kind: 'gift',
      mu: '10',
      reference: null,
      note: 'خوش آمدید',
      at: expect.any(String),
      wallet: { available: '10', held: '0' },
    });
    const again = await give();
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([given.body, 'true']);
    expect((await wallet()).available).toBe('10');
  });

  it('requires an idempotency key for every write of the plugin', async () => {
    expect(verdict(await here.api.post('/wallet/consume', { service: 'ocr.page', count: 1 }))).toBe(
      '400 idempotency.key_required',
    );
    expect(verdict(await post('consume', { service: 'ocr.page', count: 1 }, 'not a key'))).toBe(
      '400 idempotency.key_invalid',
    );
    expect((await wallet()).totals.consumed).toBe('0');
  });

  it.each<[string, object, string]>([
    ['a service that the manifest does not declare', { service: 'ocr.poem', count: 1 }, '422 wallet.service_unknown'],
    ['no unit at all', { service: 'ocr.page', count: 0 }, '422 wallet.count_invalid'],
    ['half a unit', { service: 'ocr.page', count: 0.5 }, '422 wallet.count_invalid'],
    ['more than a thousand million units', { service: 'ocr.page', count: 1_000_000_001 }, '422 wallet.count_invalid'],
    ['a count in words', { service: 'ocr.page', count: '1' }, '422 request.invalid'],
    ['its own price', { service: 'ocr.page', count: 1, mu: '0.01' }, '422 request.invalid'],
    ['a hold of five seconds', { service: 'ocr.page', count: 1, ttl_seconds: 5 }, '422 request.invalid'],
  ])('rejects a hold request with %s', async (_, body, expected) => {
    expect(verdict(await post('holds', body))).toBe(expected);
  });

  it('settles a hold once, for zero up to the held amount', async () => {
    const hold = granted(await post('holds', { service: 'ocr.page', count: 4 }));
    expect(verdict(await post(`holds/${hold.id}/settle`, { count: 5 }))).toBe('409 wallet.settle_exceeds_hold');
    expect(granted(await here.api.get(`/wallet/holds/${hold.id}`)).status).toBe('open');
    expect(granted(await post(`holds/${hold.id}/settle`, {}))).toMatchObject({
      status: 'settled',
      charged: '1',
      released: '0',
    });
    expect(verdict(await post(`holds/${hold.id}/settle`, {}))).toBe('409 wallet.hold_settled');
    expect(verdict(await post(`holds/${hold.id}/release`))).toBe('409 wallet.hold_settled');
    const nothing = granted(await post('holds', { service: 'ocr.page', count: 4 }));
    expect(granted(await post(`holds/${nothing.id}/settle`, { count: 0 }))).toMatchObject({
      charged: '0',
      released: '1',
    });
    expect((await wallet()).available).toBe('9');
  });

  it('can release a hold twice, but not settle it after the release', async () => {
    const hold = granted(await post('holds', { service: 'ocr.page', count: 4 }));
    expect(verdict(await post(`holds/${hold.id}/release`))).toBe('200');
    expect(verdict(await post(`holds/${hold.id}/release`))).toBe('200');
    expect(verdict(await post(`holds/${hold.id}/settle`))).toBe('409 wallet.hold_released');
    expect(verdict(await post('holds/hld_nothing/settle'))).toBe('404 wallet.hold_not_found');
    expect(await wallet()).toMatchObject({ available: '9', held: '0' });
  });

  it('charges by the active plan, and settles a hold at the rate of its creation', async () => {
    const hold = granted(await post('holds', { service: 'ocr.page', count: 4 }));
    expect(granted(await admin.put(`/installations/${here.id}/plan`, { plan: 'pages' })).plan).toBe('pages');
    const consumed = async () => verdict(await post('consume', { service: 'ocr.table', count: 1 }));
    for (let answered = await consumed(); answered !== '422 wallet.service_unrated'; answered = await consumed())
      expect(answered).toBe('201');
    expect(granted(await post(`holds/${hold.id}/settle`)).charged).toBe('1');
    expect(granted(await post('consume', { service: 'ocr.page', count: 1 })).charged).toBe('0.1');
    expect(verdict(await admin.put(`/installations/${here.id}/plan`, { plan: 'gold' }))).toBe(
      '422 installation.plan_unknown',
    );
  });

  it('charges concurrent requests with one idempotency key once, and rejects it with different input', async () => {
    const before = micro((await wallet()).available);
    const raced = await Promise.all(
      Array.from({ length: 16 }, () => post('consume', { service: 'ocr.page', count: 3 }, 'raced')),
    );
    expect(new Set(raced.map(verdict))).toEqual(new Set(['201']));
    expect(new Set(raced.map(({ body }) => body.id)).size).toBe(1);
    expect(raced.filter(({ headers }) => headers['idempotency-replayed'] !== 'true')).toHaveLength(1);
    expect(before - micro((await wallet()).available)).toBe(300_000n);
    expect(verdict(await post('consume', { service: 'ocr.page', count: 4 }, 'raced'))).toBe('409 idempotency.conflict');
    expect(verdict(await post('holds', { service: 'ocr.page', count: 3 }, 'raced'))).toBe('409 idempotency.conflict');
  });

  it('never goes below zero and always balances, under any concurrency', async () => {
    const { available } = await wallet();
    const fits = micro(available) / 100_000n;
    const responses = await Promise.all(
      Array.from({ length: Number(fits) + 20 }, () => post('consume', { service: 'ocr.page', count: 1 })),
    );
    const taken = responses.filter(({ status }) => status === 201).length;
    expect(BigInt(taken)).toBe(fits);
    expect(new Set(responses.filter(({ status }) => status !== 201).map(verdict))).toEqual(
      new Set(['402 wallet.insufficient_balance']),
    );
    const { available: left, held, totals } = await wallet();
    expect(micro(left) + micro(held) + micro(totals.consumed) + micro(totals.revoked)).toBe(
      micro(totals.purchased) + micro(totals.gifted) + micro(totals.reversed),
    );
    expect(micro(left)).toBeLessThan(100_000n);
  });

  it('quotes a charge, and lists what was charged as JSON, NDJSON and CSV', async () => {
    const use = { service: 'ocr.page', count: 4 };
    const { available } = await wallet();
    expect(granted(await here.api.post('/wallet/quote', use))).toEqual({ ...use, rate: '0.1', mu: '0.4', available });
    const items: Body[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Body = granted(await here.api.get(`/wallet/entries?limit=150&cursor=${cursor}`));
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(items.at(-1).available_after).toBe(available);
    const lines = (await here.api.get('/wallet/entries?format=ndjson')).text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as Body)).toEqual(items);
    const csv = (await here.api.get('/wallet/entries?format=csv')).text.trimEnd().split('\r\n');
    expect(csv[0]).toMatch(/^id,sequence,at,kind,/);
    expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(items.map(({ id }) => id as string));
  });

  it('shows the admin the same figures as the plugin', async () => {
    const { as_of: _a, ...seen } = granted(await admin.get(`/installations/${here.id}/wallet`));
    const { as_of: _b, ...own } = await wallet();
    expect(seen).toEqual(own);
  });
});
