import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wallet, walletLedger, walletOverview, type RequestIdempotency, type RequestOf } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore, rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { ExpireHoldWorker } from '../hold/expire-hold/expire-hold.worker.js';
import { requestedInstallation } from '../../test/example-installation.js';
import { OnInstallationRemovedHandler } from '../wallet/on-installation-removed/on-installation-removed.handler.js';
import { OnInstallationRequestedHandler } from '../wallet/on-installation-requested/on-installation-requested.handler.js';
import { walletStream } from '../wallet/wallet-stream.js';
import { walletStore } from '../store.module.js';
import { WalletModule } from '../wallet.module.js';
import { hashOfEntry } from './entry.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService('wallet', WalletModule);
});
afterAll(async () => {
  await service.stop();
});

let keys = 0;
const idempotency = (): RequestIdempotency => ({ scope: 'test', key: `k${(keys += 1)}`, input_hash: '' });
const by = (installation_id: string) => ({ installation_id, organisation_id: 'org_1', by: 'per_1' });
const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  service.app.get(DataSource).query<Row[]>(text, [...values]);

async function opened(installation_id: string, gift: string, purchase: string): Promise<string> {
  await service.deliverTwice(OnInstallationRequestedHandler, requestedInstallation(installation_id));
  await service.reply(wallet.gift, { ...by(installation_id), mu: gift, note: null });
  await service.reply(wallet.purchase, { ...by(installation_id), mu: purchase, reference: '=INV' });
  return installation_id;
}
const consume = (installation_id: string, count: number) =>
  service.reply(wallet.consume, {
    ...{ installation_id, service: 'ocr.page', count, reference: null },
    idempotency: idempotency(),
  });
const hold = (installation_id: string, count: number) =>
  service.reply(wallet.placeHold, {
    ...{ installation_id, service: 'ocr.page', count, ttl_seconds: 900, reference: 'job' },
    idempotency: idempotency(),
  });
const entries = (installation_id: string, query: Partial<RequestOf<typeof walletLedger.listEntries>> = {}) =>
  service.reply(walletLedger.listEntries, {
    ...{ installation_id, after: null, order: 'oldest', limit: 100, kind: null, month: null, up_to: null },
    ...query,
  });
const of = { organisation_id: 'org_1', plugin_id: 'ir.acme.ocr' };
const removed = (installation_id: string) =>
  service.deliverTwice(OnInstallationRemovedHandler, { ...of, installation_id, at: '2026-11-20T09:00:00.000Z' });
/** Changes entries as somebody could who administers the database. */
async function unprotected(text: string): Promise<void> {
  await sql('alter table wallet_entries disable trigger wallet_entries_append_only');
  await sql(text);
  await sql('alter table wallet_entries enable trigger wallet_entries_append_only');
}
/** One wallet with an entry of every kind of hold and charge. */
async function busyWallet(id: string): Promise<string> {
  await opened(id, '1', '10');
  await consume(id, 6);
  const [settled, released, expired] = [await hold(id, 2), await hold(id, 3), await hold(id, 4)];
  const of = (hold_id: string) => ({ installation_id: id, hold_id, idempotency: idempotency() });
  await service.reply(wallet.settleHold, { ...of(settled.id), count: 1 });
  await service.reply(wallet.releaseHold, of(released.id));
  await service.app.get(ExpireHoldWorker).expireHoldsOf(id, new Date(Date.parse(expired.expires_at) + 1));
  return id;
}

describe('entries of a wallet', () => {
  it('show every movement with its balance, in a chain of hashes', async () => {
    const id = await busyWallet('ins_chain');
    const { items } = await entries(id);
    expect(
      items.map(({ kind, mu, gifted, available_after, held_after }) => [kind, mu, gifted, available_after, held_after]),
    ).toEqual([
      ['gift', '1', '1', '1', '0'],
      ['purchase', '10', '0', '11', '0'],
      ['consumption', '1.5', '1', '9.5', '0'],
      ['hold', '0.5', '0', '9', '0.5'],
      ['hold', '0.75', '0', '8.25', '1.25'],
      ['hold', '1', '0', '7.25', '2.25'],
      ['settle', '0.25', '0', '7.5', '1.75'],
      ['release', '0.75', '0', '8.25', '1'],
      ['expiry', '1', '0', '9.25', '0'],
    ]);
    items.forEach(({ hash, reversed_by: _reversedBy, ...entry }, index) => {
      expect(entry.previous_hash).toBe(items[index - 1]?.hash ?? null);
      expect(hashOfEntry(id, entry)).toBe(hash);
    });
  });

  it('are listed in pages of both orders, by kind and month, and up to an entry', async () => {
    const id = await busyWallet('ins_pages');
    const all = (await entries(id)).items;
    const oldest = await entries(id, { limit: 4 });
    const rest = await entries(id, { after: oldest.next_cursor, limit: 100 });
    expect([...oldest.items, ...rest.items]).toEqual(all);
    expect(rest.next_cursor).toBeNull();
    const newest = await entries(id, { order: 'newest', limit: 9 });
    expect([newest.items, newest.next_cursor]).toEqual([all.toReversed(), null]);
    const holds = await entries(id, { kind: 'hold', limit: 2 });
    expect(holds.items.map(({ sequence }) => sequence)).toEqual([4, 5]);
    expect((await entries(id, { kind: 'hold', after: holds.next_cursor })).items).toHaveLength(1);
    expect((await entries(id, { month: '2020-01' })).items).toEqual([]);
    expect((await entries(id, { up_to: 3 })).items).toHaveLength(3);
    expect(
      await service.outcomeCode(walletLedger.listEntries, {
        ...{ installation_id: id, after: 'chg_none', order: 'oldest', limit: 1, kind: null, month: null, up_to: null },
      }),
    ).toBe('wallet.entry_not_found');
  });

  it('are transactions with one for each charge, whose hold may be on another page of entries', async () => {
    const id = await busyWallet('ins_transactions');
    const open = await hold(id, 8);
    const late = await hold(id, 4);
    await service.app.get(ExpireHoldWorker).expireHoldsOf(id, new Date(Date.parse(late.expires_at) + 1));
    const settled = await service.reply(wallet.settleHold, {
      ...{ installation_id: id, hold_id: late.id, count: 1, idempotency: idempotency() },
    });
    await service.reply(walletLedger.reverse, { ...by(id), entry_id: settled.entry_id, reason: 'empty' });
    const list = (cursor: string | null, limit: number, month: string | null = null) =>
      service.reply(walletOverview.transactions, { installation_id: id, cursor, limit, month });
    const { items: all } = await list(null, 50);
    expect(all.map(({ kind, mu, count, hold: held }) => [kind, mu, count, held?.mu, held?.released])).toEqual([
      ['reversal', '0.25', 1, undefined, undefined],
      ['charge', '0.25', 1, '1', '1'],
      ['expiry', '2', 8, '2', '2'],
      ['expiry', '1', 4, '1', '1'],
      ['release', '0.75', 3, '0.75', '0.75'],
      ['charge', '0.25', 1, '0.5', '0.25'],
      ['charge', '1.5', 6, undefined, undefined],
      ['purchase', '10', null, undefined, undefined],
      ['gift', '1', null, undefined, undefined],
    ]);
    expect(all[1]).toMatchObject({ id: settled.entry_id, reversed_by: all[0]!.id });
    expect(all[1]!.entry_ids).toEqual([late.id, late.id.replace('hld', 'ret'), settled.entry_id]);
    expect(all[2]!.entry_ids[0]).toBe(open.id);
    // Every entry is in exactly one transaction.
    expect(all.flatMap(({ entry_ids }) => entry_ids).sort()).toEqual((await entries(id)).items.map((e) => e.id).sort());
    const first = await list(null, 4, all[0]!.month);
    const rest = await list(first.next_cursor, 5);
    expect([first.items.length, [...first.items, ...rest.items], rest.next_cursor]).toEqual([4, all, null]);
    expect((await list(null, 50, '2020-01')).items).toEqual([]);
    const refused = { installation_id: id, limit: 1, month: null, cursor: 'eA' };
    expect(await service.outcomeCode(walletOverview.transactions, refused)).toBe('cursor.invalid');
  });

  it('cannot be changed or deleted in the database, also after a rebuild from the log', async () => {
    const id = await busyWallet('ins_append_only');
    const expectRefusals = async () => {
      for (const text of [
        `update wallet_entries set mu = 0 where installation_id = '${id}'`,
        `delete from wallet_entries where installation_id = '${id}'`,
        'truncate wallet_entries',
      ])
        await expect(sql(text)).rejects.toThrow('entries of a wallet never change');
    };
    await expectRefusals();
    const { items } = await entries(id);
    await unprotected(`delete from wallet_entries where installation_id = '${id}' and sequence > 3`);
    const rebuilt = await rebuild({ ...walletStore, databaseUrl: service.databaseUrl, mode: 'replace' });
    expect(rebuilt.differences).toMatchObject([{ table: 'wallet_entries', missing: 6, surplus: 0 }]);
    expect((await entries(id)).items).toEqual(items);
    await expectRefusals();
  });
});

describe('corrections of a wallet', () => {
  it('give a consumption back once to the kinds it was taken from, also under concurrent callers', async () => {
    const id = await opened('ins_reverse', '1', '10');
    const { id: entry_id } = await consume(id, 6);
    const reverse = { ...by(id), entry_id, reason: 'the scan was empty' };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => service.request(walletLedger.reverse, reverse)));
    expect(outcomes.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(await service.outcomeCode(walletLedger.reverse, reverse)).toBe('wallet.entry_reversed');
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({
      available: '11',
      remaining: { gifted: '1', purchased: '10' },
      totals: { consumed: '1.5', reversed: '1.5' },
      month: { consumed: '1.5', reversed: '1.5' },
    });
    const { items } = await entries(id);
    expect(items[2]).toMatchObject({ id: entry_id, reversed_by: items[3]!.id });
    expect(items[3]).toMatchObject({ kind: 'reversal', mu: '1.5', gifted: '1', reference: entry_id, by: 'per_1' });
    const [gift] = items;
    expect(await service.outcomeCode(walletLedger.reverse, { ...reverse, entry_id: gift!.id })).toBe(
      'wallet.entry_not_reversible',
    );
  });

  it('take back at most what is available and left of a kind', async () => {
    const id = await opened('ins_revoke', '1', '2');
    await hold(id, 10);
    const revoke = (kind: 'gift' | 'purchase', mu: string) =>
      service.request(walletLedger.revoke, { ...by(id), kind, mu, reason: 'a mistake' });
    expect(await revoke('gift', '1.25')).toMatchObject({ refusal: { params: { available: '0.5' } } });
    expect(await revoke('purchase', '0.5')).toMatchObject({ reply: { mu: '0.5', wallet: { available: '0' } } });
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({
      remaining: { gifted: '1', purchased: '1.5' },
      totals: { revoked: '0.5' },
    });
  });

  it('freeze charges alone, limit what a month may cost, and set the threshold of a low balance', async () => {
    const id = await opened('ins_limits', '10', '10');
    const consumes = (count: number) =>
      service.outcomeCode(wallet.consume, {
        ...{ installation_id: id, service: 'ocr.page', count, reference: null },
        idempotency: idempotency(),
      });
    const placed = await hold(id, 1);
    await service.reply(walletLedger.freeze, { ...by(id), reason: 'a dispute' });
    expect(await consumes(1)).toBe('wallet.frozen');
    const release = { installation_id: id, hold_id: placed.id, idempotency: idempotency() };
    expect(await service.outcomeCode(wallet.releaseHold, release)).toBe('accepted');
    await service.reply(walletLedger.unfreeze, by(id));
    await service.reply(walletLedger.setBudget, { ...by(id), monthly: null, services: { 'ocr.page': '1' } });
    expect([await consumes(4), await consumes(1)]).toEqual(['accepted', 'wallet.budget_exceeded']);
    await service.reply(walletLedger.setThreshold, { ...by(id), mu: '19.5' });
    expect(await service.reply(wallet.getWallet, { installation_id: id })).toMatchObject({
      ...{ status: 'open', threshold: '19.5', low_threshold: '19.5', is_low: true },
      budget: { monthly: null, services: { 'ocr.page': '1' } },
      month: { services: [{ service: 'ocr.page', consumed: '1', held: '0' }] },
    });
    const facts = await service.app.get(EventStore).history(streamRef(walletStream, id));
    expect(facts.filter(({ type }) => type === 'BalanceLow')).toHaveLength(1);
  });

  it('carry the purchased rest of a removed installation over to the next one', async () => {
    const id = await opened('ins_removed', '1', '10');
    await hold(id, 8);
    await removed(id);
    expect(await service.reply(walletLedger.carryOver, of)).toEqual({ mu: '10' });
    const { organisation_id } = of;
    expect(await service.reply(walletOverview.leftOver, { organisation_id })).toEqual({ mu: '10' });
    const next = await opened('ins_again', '1', '1');
    expect(await service.reply(walletOverview.leftOver, { organisation_id })).toEqual({ mu: '0' });
    expect(await service.reply(wallet.getWallet, { installation_id: next })).toMatchObject({
      remaining: { gifted: '1', purchased: '11' },
      totals: { purchased: '1', carried_in: '10' },
    });
    expect((await entries(id)).items.slice(-2)).toMatchObject([
      { kind: 'release', mu: '2', by: 'system' },
      { kind: 'carried_out', mu: '10', available_after: '1' },
    ]);
  });

  it('carry the budget of the month over with them, so that installing a plugin again ends no budget', async () => {
    const id = await opened('ins_limited', '1', '5');
    const budget = { monthly: '1', services: { 'ocr.page': '1' } };
    await service.reply(walletLedger.setBudget, { ...by(id), ...budget });
    await service.reply(walletLedger.setThreshold, { ...by(id), mu: '0.5' });
    await consume(id, 4);
    await removed(id);
    const next = await opened('ins_limited_again', '1', '5');
    expect(await service.reply(wallet.getWallet, { installation_id: next })).toMatchObject({
      ...{ budget, threshold: '0.5' },
    });
    const one = { installation_id: next, service: 'ocr.page', count: 1, reference: null, idempotency: idempotency() };
    expect(await service.outcomeCode(wallet.consume, one)).toBe('wallet.budget_exceeded');
  });
});

describe('holds and quotes', () => {
  it('list the holds of a wallet by status, newest first', async () => {
    const id = await busyWallet('ins_holds');
    const open = await hold(id, 1);
    const list = async (status: 'open' | 'settled' | null, cursor: string | null = null, limit = 50) =>
      await service.reply(wallet.listHolds, { installation_id: id, status, cursor, limit });
    expect((await list('open')).items.map((one) => one.id)).toEqual([open.id]);
    expect((await list('settled')).items).toMatchObject([{ status: 'settled', count: 2 }]);
    const first = await list(null, null, 3);
    const second = await list(null, first.next_cursor, 3);
    expect([...first.items, ...second.items].map(({ count }) => count)).toEqual([1, 4, 3, 2]);
    expect(second.next_cursor).toBeNull();
  });

  it('return what a charge would cost without reserving it', async () => {
    const id = await opened('ins_quote', '1', '1');
    const use = { installation_id: id, service: 'ocr.page', count: 100 };
    const quote = { service: 'ocr.page', count: 100, rate: '0.25', mu: '25', available: '2' };
    expect(await service.reply(wallet.quote, use)).toEqual(quote);
    expect(await service.outcomeCode(wallet.quote, { ...use, service: 'ocr.none' })).toBe('wallet.service_unknown');
  });
});
