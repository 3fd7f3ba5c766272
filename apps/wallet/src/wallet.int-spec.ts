import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  tehranDayOf,
  usageMonthBounds,
  usageMonthOf,
  wallet,
  walletOverview,
  type RequestIdempotency,
} from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, openEventStore, rebuild } from '@kushk/event-store';
import { parseMu } from '@kushk/manifest';
import { clockAheadMs, now, setClockAhead } from '@kushk/runtime';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { holdKey, holdStream } from './hold/hold.js';
import { ExpireHoldWorker } from './hold/expire-hold/expire-hold.worker.js';
import { OpenHolds } from './hold/hold.view.js';
import { ENDED_HOLD_RETENTION_MS, PruneEndedHoldsWorker } from './hold/prune-ended-holds/prune-ended-holds.worker.js';
import { walletStore } from './store.module.js';
import { priceListStream } from './price-list/price-list.js';
import { requestedInstallation } from '../test/example-installation.js';
import { OnInstallationRemovedHandler } from './wallet/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from './wallet/on-installation-requested/on-installation-requested.handler.js';
import { OnPlanChangedHandler } from './wallet/on-plan-changed/on-plan-changed.handler.js';
import { walletStream } from './wallet/wallet-stream.js';
import { availableOf } from './wallet/wallet.js';
import { WalletModule } from './wallet.module.js';

const HOUR_MS = 3_600_000;

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('wallet', WalletModule);
});
afterAll(async () => {
  await service.stop();
});

let keys = 0;
const idempotency = (key = `k${(keys += 1)}`, input_hash = ''): RequestIdempotency => ({
  scope: 'test',
  key,
  input_hash,
});
const of = (installation_id: string) => ({
  installation_id,
  organisation_id: 'org_1',
  plugin_id: 'ir.acme.ocr',
  at: '2026-11-20T08:00:00.000Z',
});

async function opened(installation_id: string, gift: string): Promise<string> {
  await service.deliverTwice(OnInstallationRequestedHandler, requestedInstallation(installation_id));
  await service.reply(wallet.gift, {
    installation_id,
    organisation_id: 'org_1',
    mu: gift,
    note: null,
    by: 'per_1',
    idempotency: idempotency(),
  });
  return installation_id;
}
const consume = (installation_id: string, count = 1, key?: RequestIdempotency) =>
  service.request(wallet.consume, {
    installation_id,
    service: 'ocr.page',
    count,
    reference: null,
    idempotency: key ?? idempotency(),
  });
const hold = (installation_id: string, count: number, ttl_seconds: number | null = null) =>
  service.reply(wallet.placeHold, {
    installation_id,
    service: 'ocr.page',
    count,
    ttl_seconds,
    reference: null,
    idempotency: idempotency(),
  });
const stateOf = async (installation_id: string) =>
  (await service.app.get(EventStore).load(streamRef(walletStream, installation_id))).state;

describe('wallet service', () => {
  it('opens a wallet once when the installation request is delivered twice', async () => {
    const id = await opened('ins_open', '1');
    const facts = await service.app.get(EventStore).history(streamRef(walletStream, id));
    expect(facts.map(({ type }) => type)).toEqual(['WalletOpened', 'MuGranted']);
  });

  it('never charges more than the balance under 64 concurrent callers', async () => {
    const id = await opened('ins_race', '50');
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const own: Awaited<ReturnType<typeof consume>>[] = [];
        for (let count = 0; count < 5; count += 1) own.push(await consume(id));
        return own;
      }),
    );
    const accepted = outcomes.flat().filter((outcome) => outcome.accepted).length;
    expect(accepted).toBe(200);
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({
      available: '0',
      held: '0',
      totals: { gifted: '50', consumed: '50' },
    });
  });

  it('charges once per idempotency key under 64 concurrent callers', async () => {
    const id = await opened('ins_once', '10');
    const key = idempotency('the-same-key');
    const outcomes = await Promise.all(Array.from({ length: 64 }, () => consume(id, 1, key)));
    expect(outcomes.every((outcome) => outcome.accepted)).toBe(true);
    expect(outcomes.filter((outcome) => outcome.accepted && !outcome.replayed)).toHaveLength(1);
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({ available: '9.75' });
    expect(await consume(id, 2, { ...key, input_hash: 'another body' })).toMatchObject({
      refusal: { code: 'idempotency.conflict' },
    });
  });

  it('repeats the reply of every write for good, however old its key is', async () => {
    const id = await opened('ins_years', '10');
    const [placing, consuming] = [idempotency(), idempotency()];
    const place = () =>
      service.request(wallet.placeHold, {
        installation_id: id,
        service: 'ocr.page',
        count: 1,
        ttl_seconds: null,
        reference: null,
        idempotency: placing,
      });
    const placed = await place();
    const consumed = await consume(id, 1, consuming);
    const open = await openEventStore({ ...walletStore, databaseUrl: service.databaseUrl, isMaintained: false });
    await eventually(() => open.maintenance.runOnce(new Date(Date.now() + 1_000 * 86_400_000)));
    await open.close();
    expect(await place()).toEqual({ ...placed, replayed: true });
    expect(await consume(id, 1, consuming)).toEqual({ ...consumed, replayed: true });
  });

  it('keeps the totals consistent with the facts under 64 concurrent callers that hold, settle, release and consume', async () => {
    const id = await opened('ins_mix', '300');
    await Promise.all(
      Array.from({ length: 64 }, async (_unused, caller) => {
        for (let repeat = 0; repeat < 4; repeat += 1) {
          const placed = await hold(id, 1 + (caller % 3));
          if (caller % 4 === 0)
            await service.request(wallet.releaseHold, {
              installation_id: id,
              hold_id: placed.id,
              idempotency: idempotency(),
            });
          else
            await service.request(wallet.settleHold, {
              installation_id: id,
              hold_id: placed.id,
              count: caller % 2,
              idempotency: idempotency(),
            });
          await consume(id);
        }
      }),
    );
    const facts = await service.app.get(EventStore).history(streamRef(walletStream, id));
    let consumed = 0n;
    for (const fact of facts) if (fact.type === 'MuConsumed') consumed += BigInt(fact.data.amountMicroMu);
    const state = await stateOf(id);
    if (state.status === 'absent') throw new Error('the wallet is absent');
    expect(state.totals).toMatchObject({ consumed, held: 0n, gifted: 300_000_000n });
    expect(availableOf(state.totals)).toBe(300_000_000n - consumed);
  });

  it('expires all expired holds of all wallets in one run, each in one of several processes', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => opened(`ins_expiry_${name}`, '1000')));
    // A service accepts 1,024 requests at once.
    for (const id of ids) await Promise.all(Array.from({ length: 400 }, () => hold(id, 1, 10)));
    const expiries: string[] = [];
    const store = service.app.get(EventStore);
    const counting = {
      run: (command: Parameters<EventStore['run']>[0]) => {
        for (const { type, id } of Object.values(command.streams)) if (type === holdStream) expiries.push(id);
        return store.run(command);
      },
    } as unknown as EventStore;
    const workers = [1, 2].map(() => new ExpireHoldWorker(counting, service.app.get(OpenHolds)));
    const later = new Date(Date.now() + 11_000);
    const expired = await Promise.all(workers.map((worker) => worker.expireAllHolds(later)));
    expect(expired.reduce((sum, count) => sum + count, 0)).toBe(1_200);
    expect(new Set(expiries).size).toBe(expiries.length);
    for (const id of ids) expect(await stateOf(id)).toMatchObject({ totals: { held: 0n } });
  });

  it('shows balance and month of the same moment while the wallet is charged', async () => {
    const id = await opened('ins_moment', '100');
    let isCharging = true;
    const charging = (async () => {
      for (let count = 0; count < 40; count += 1) await Promise.all([1, 2, 3].map(() => consume(id)));
      isCharging = false;
    })();
    const moments: { readonly total: string; readonly month: string }[] = [];
    while (isCharging) {
      const shown = await Promise.all(
        Array.from({ length: 8 }, () => service.reply(wallet.getWallet, { installation_id: id })),
      );
      moments.push(...shown.map(({ totals, month }) => ({ total: totals.consumed, month: month.consumed })));
    }
    await charging;
    expect(new Set(moments.map(({ total }) => total)).size).toBeGreaterThan(5);
    expect(moments.filter(({ total, month }) => total !== month)).toEqual([]);
  });

  it('settles an expired hold late while the balance covers the charge', async () => {
    const id = await opened('ins_due', '0.25');
    const placed = await hold(id, 1, 10);
    const worker = service.app.get(ExpireHoldWorker);
    await worker.expireHoldsOf(id, new Date(Date.parse(placed.expires_at) + 1));
    const { state } = await service.app.get(EventStore).load(streamRef(holdStream, holdKey(id, placed.id)));
    expect(state.status).toBe('expired');
    const settled = await service.reply(wallet.settleHold, {
      installation_id: id,
      hold_id: placed.id,
      count: null,
      idempotency: idempotency(),
    });
    expect(settled).toMatchObject({
      status: 'settled',
      charged: '0.25',
      released: '0',
      wallet: { available: '0', held: '0' },
    });
  });

  it('charges the rates of the new plan after a plan change', async () => {
    const id = await opened('ins_plan', '1');
    await service.deliverTwice(OnPlanChangedHandler, { ...of(id), plan: 'pro' });
    expect(await consume(id, 1)).toMatchObject({ reply: { charged: '0.1', rate: '0.1' } });
  });

  it('stores only the rates of the current plan with the wallet', async () => {
    const id = 'ins_prices';
    const fact = requestedInstallation(id);
    const plans = Array.from({ length: 100 }, (_, index) => ({
      key: `plan${index}`,
      rates: { 'ocr.page': `0.${index + 1}` },
    }));
    await service.deliverTwice(OnInstallationRequestedHandler, {
      ...fact,
      plan: 'plan7',
      capabilities: { ...fact.capabilities, plans },
    });
    await service.reply(wallet.gift, {
      installation_id: id,
      organisation_id: 'org_1',
      mu: '10',
      note: null,
      by: 'per_1',
    });
    expect(await consume(id, 1)).toMatchObject({ reply: { charged: '0.8' } });
    await service.deliverTwice(OnPlanChangedHandler, { ...of(id), plan: 'plan8' });
    expect(await consume(id, 1)).toMatchObject({ reply: { charged: '0.9' } });
    expect(await stateOf(id)).toMatchObject({
      prices: { services: ['ocr.page'], rates: { 'ocr.page': '900000' } },
    });
    expect((await service.app.get(EventStore).history(streamRef(priceListStream, id))).map(({ type }) => type)).toEqual(
      ['PriceListSet'],
    );
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({
      plan: { key: 'plan8', rates: { 'ocr.page': '0.9' } },
    });
  });

  it('closes the wallet when the installation is removed; its holds can still be released', async () => {
    const id = await opened('ins_closed', '1');
    const placed = await hold(id, 2);
    await service.deliverTwice(OnInstallationRemovedHandler, of(id));
    expect(await consume(id)).toMatchObject({ refusal: { code: 'wallet.closed' } });
    expect(
      await service.reply(wallet.releaseHold, { installation_id: id, hold_id: placed.id, idempotency: idempotency() }),
    ).toMatchObject({ wallet: { available: '1', held: '0' } });
  });

  it('reports the usage of a month per service', async () => {
    const id = await opened('ins_month', '10');
    await service.reply(wallet.purchase, {
      installation_id: id,
      organisation_id: 'org_1',
      mu: '2.5',
      reference: 'INV-1',
      by: 'per_1',
    });
    await consume(id, 3);
    const month = usageMonthOf(new Date());
    const { items } = await service.reply(wallet.monthlyUsage, { month, installation_ids: [id, 'ins_unknown'] });
    expect(items[0]).toMatchObject({
      mu_consumed: '0.75',
      mu_purchased: '2.5',
      mu_gifted: '10',
      services: [{ service: 'ocr.page', count: 3, mu: '0.75' }],
    });
    expect(items[1]).toMatchObject({ mu_consumed: '0', services: [] });
  });

  it('reports the usage of 10,000 installations before the request times out', async () => {
    const id = await opened('ins_one_of_many', '1');
    const installation_ids = [...Array.from({ length: 10_000 }, (_, index) => `ins_many_${index}`), id];
    const { items } = await service.reply(wallet.monthlyUsage, { month: usageMonthOf(new Date()), installation_ids });
    expect(items).toHaveLength(10_001);
    expect(items.at(-1)).toMatchObject({ installation_id: id, mu_gifted: '1' });
    expect(items.at(-1)?.sequence).toBeGreaterThan(0);
  });

  it('rejects invalid amounts and wallets of other organisations', async () => {
    const id = await opened('ins_wrong', '1');
    for (const mu of ['0', '-1', '1.0000001', '1e3', '٣', '9223372036854.775808']) {
      expect({
        mu,
        verdict: await service.outcomeCode(wallet.gift, {
          installation_id: id,
          organisation_id: 'org_1',
          mu,
          note: null,
          by: 'per_1',
        }),
      }).toEqual({ mu, verdict: 'wallet.amount_invalid' });
    }
    expect(
      await service.outcomeCode(wallet.gift, {
        installation_id: id,
        organisation_id: 'org_2',
        mu: '1',
        note: null,
        by: 'per_1',
      }),
    ).toBe('installation.not_found');
    expect(parseMu('9223372036854.775807')).toBe(9_223_372_036_854_775_807n);
  });

  it('removes the states of holds a month after they ended, but neither open holds nor stored replies', async () => {
    const installation_id = await opened('ins_pruned', '10');
    const [settled, released, open] = await Promise.all([1, 1, 1].map((count) => hold(installation_id, count)));
    const settlement = { installation_id, hold_id: settled!.id, count: null, idempotency: idempotency() };
    const reply = await service.request(wallet.settleHold, settlement);
    await service.reply(wallet.releaseHold, { installation_id, hold_id: released!.id, idempotency: idempotency() });
    const pruner = service.app.get(PruneEndedHoldsWorker);
    const read = (hold_id: string) => service.outcomeCode(wallet.getHold, { installation_id, hold_id });
    await pruner.prune(new Date(Date.now() + ENDED_HOLD_RETENTION_MS - 60_000));
    expect(await read(settled!.id)).toBe('accepted');
    await pruner.prune(new Date(Date.now() + ENDED_HOLD_RETENTION_MS + 60_000));
    expect(await Promise.all([settled, released, open].map((one) => read(one!.id)))).toEqual([
      'wallet.hold_not_found',
      'wallet.hold_not_found',
      'accepted',
    ]);
    expect(await service.request(wallet.settleHold, settlement)).toEqual({ ...reply, replayed: true });
    const again = { installation_id, hold_id: settled!.id, count: null, idempotency: idempotency() };
    expect(await service.outcomeCode(wallet.settleHold, again)).toBe('wallet.hold_not_found');
  });

  it('says what a wallet used last month and this month, and until when its balance is enough at that use', async () => {
    const id = await opened('ins_months', '21');
    await consume(id, 4);
    const last = usageMonthOf(now());
    const { startsAt, endsAt } = usageMonthBounds(last);
    const ahead = endsAt.getTime() - now().getTime() + HOUR_MS;
    setClockAhead(clockAheadMs() + ahead);
    await consume(id, 8);
    const { months } = await service.reply(walletOverview.months, {
      ...{ installation_id: id, months: [last, usageMonthOf(now())] },
    });
    expect(months.map(({ month, gifted, consumed, services }) => [month, gifted, consumed, services])).toEqual([
      [last, '21', '1', [{ service: 'ocr.page', count: 4, mu: '1' }]],
      [usageMonthOf(now()), '0', '2', [{ service: 'ocr.page', count: 8, mu: '2' }]],
    ]);
    const before = now().getTime();
    const { items } = await service.reply(walletOverview.summaries, { installation_ids: ['ins_none', id] });
    expect(items).toMatchObject([
      { installation_id: id, available: '18', consumed_this_month: '2', consumed_last_month: '1', forecast_month: '1' },
    ]);
    // 18 times what last month used.
    const lasts = 18 * (endsAt.getTime() - startsAt.getTime());
    const days = [before, now().getTime()].map((ms) => tehranDayOf(new Date(ms + lasts)));
    expect(days).toContain(items[0]!.enough_until);
  });

  it('rebuilds the same states and views from the log', async () => {
    const report = await rebuild({ ...walletStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(report.differences).toEqual([]);
  });
});
