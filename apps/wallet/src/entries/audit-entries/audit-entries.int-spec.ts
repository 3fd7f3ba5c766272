import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { wallet, walletLedger, type RequestIdempotency } from '@kushk/contracts';
import { eventually, startService, type ServiceUnderTest } from '@kushk/testing';
import { DataSource } from 'typeorm';
import { ExpireHoldWorker } from '../../hold/expire-hold/expire-hold.worker.js';
import { requestedInstallation } from '../../../test/example-installation.js';
import { OnInstallationRequestedHandler } from '../../wallet/on-installation-requested/on-installation-requested.handler.js';
import { WalletModule } from '../../wallet.module.js';
import { auditAllWallets, AuditEntriesWorker } from './audit-entries.worker.js';
import { EntryAudit } from './entry-audit.js';
import { EntryAudits } from './entry-audits.view.js';

let service: ServiceUnderTest;
let worker: AuditEntriesWorker;
beforeAll(async () => {
  service = await startService('wallet', WalletModule);
  worker = service.app.get(AuditEntriesWorker);
});
afterAll(() => service.stop());

let keys = 0;
const idempotency = (): RequestIdempotency => ({ scope: 'test', key: `k${(keys += 1)}`, input_hash: '' });
const sql = <Row>(text: string, values: readonly unknown[] = []) =>
  service.app.get(DataSource).query<Row[]>(text, [...values]);

/** Changes entries as someone with the rights of the database's owner can. */
async function tamper(text: string, ...values: readonly unknown[]): Promise<void> {
  await sql('alter table wallet_entries disable trigger wallet_entries_append_only');
  await sql(text, values);
  await sql('alter table wallet_entries enable trigger wallet_entries_append_only');
}

/** A wallet with an entry of nearly every kind, and open holds. */
async function busyWallet(id: string): Promise<string> {
  const by = { installation_id: id, organisation_id: 'org_1', by: 'per_1' };
  await service.deliverTwice(OnInstallationRequestedHandler, requestedInstallation(id));
  await service.reply(wallet.gift, { ...by, mu: '1', note: null });
  await service.reply(wallet.purchase, { ...by, mu: '10', reference: null });
  const use = { installation_id: id, service: 'ocr.page', reference: null };
  const charge = await service.reply(wallet.consume, { ...use, count: 6, idempotency: idempotency() });
  const hold = () => service.reply(wallet.placeHold, { ...use, count: 2, ttl_seconds: 10, idempotency: idempotency() });
  const [settled, released, expired] = [await hold(), await hold(), await hold()];
  const of = (hold_id: string) => ({ installation_id: id, hold_id, idempotency: idempotency() });
  await service.reply(wallet.settleHold, { ...of(settled.id), count: 1 });
  await service.reply(wallet.releaseHold, of(released.id));
  await service.app.get(ExpireHoldWorker).expireHoldsOf(id, new Date(Date.parse(expired.expires_at) + 1));
  await service.reply(wallet.settleHold, { ...of(expired.id), count: 1 });
  await service.reply(walletLedger.reverse, { ...by, entry_id: charge.id, reason: 'empty' });
  await service.reply(walletLedger.revoke, { ...by, kind: 'gift', mu: '0.25', reason: 'a mistake' });
  await hold();
  return id;
}

const statusOf = async (installation_id: string) => (await service.reply(wallet.getWallet, { installation_id })).status;
const pass = () => worker.auditAll({ restartBefore: new Date(Date.now() + 3_600_000), rest: 0 });

describe('the audit of entries', () => {
  it('accepts wallets with entries of every kind', async () => {
    const ids = ['ins_a', 'ins_b'];
    for (const id of ids) await busyWallet(id);
    await pass();
    await pass();
    expect(await Promise.all(ids.map((id) => worker.audit(id)))).toEqual([null, null]);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['open', 'open']);
  });

  it('claims and rests once for several wallets', async () => {
    for (const id of ['ins_few_1', 'ins_few_2', 'ins_few_3'])
      await service.deliverTwice(OnInstallationRequestedHandler, requestedInstallation(id));
    // With a rest after each wallet, the pass would take minutes.
    await worker.auditAll({ restartBefore: new Date(Date.now() + 3_600_000), rest: 10_000 });
  });

  it.each([
    ['hash', 'update wallet_entries set mu = mu + 1 where installation_id = $1 and sequence = 3'],
    ['hash', `update wallet_entries set reference = 'x' where installation_id = $1 and sequence = 2`],
    ['sequence', 'delete from wallet_entries where installation_id = $1 and sequence = 5'],
    ['chain', `update wallet_entries set previous_hash = '\\x00' where installation_id = $1 and sequence = 4`],
    ['totals', 'delete from wallet_entries where installation_id = $1 and sequence > 8'],
  ])('freezes a wallet whose entries were changed in the database, and no other: %s (%s)', async (reason, text) => {
    const id = await busyWallet(`ins_${keys}`);
    const untouched = await busyWallet(`ins_${keys}_untouched`);
    await tamper(text, id);
    await eventually(async () => {
      await pass();
      return (await statusOf(id)) === 'frozen';
    });
    const { frozen } = await service.reply(wallet.getWallet, { installation_id: id });
    expect(frozen).toMatchObject({ reason: expect.stringContaining(`audit: ${reason}`), by: 'system' });
    expect(await statusOf(untouched)).toBe('open');
  });

  it('names the wallets that do not fit when all are audited at once, and freezes none', async () => {
    const id = await busyWallet('ins_of_all');
    await tamper('update wallet_entries set mu = mu + 1 where installation_id = $1 and sequence = 3', id);
    const { wallets, problems } = await auditAllWallets(service.databaseUrl);
    expect(problems).toContain('ins_of_all: hash of entry 3');
    expect(problems.some((problem) => problem.startsWith('ins_a:'))).toBe(false);
    expect(wallets).toBeGreaterThan(problems.length);
    expect(await statusOf(id)).toBe('open');
  });

  it('ends a wallet at the entry that was its last one when it began', async () => {
    const id = await busyWallet('ins_charged');
    const expected = await service.app.get(EntryAudits).expectedOf(id);
    const position = { ...new EntryAudit(id).position, expected };
    await sql('update entry_audit set installation_id = $1, position = $2', [id, JSON.stringify(position)]);
    await service.reply(wallet.gift, {
      installation_id: id,
      organisation_id: 'org_1',
      by: 'per_1',
      mu: '1',
      note: null,
    });
    await tamper(
      'update wallet_entries set mu = mu + 1 where installation_id = $1 and sequence > $2',
      id,
      expected?.sequence,
    );
    await pass();
    expect(await statusOf(id)).toBe('open');
    await pass();
    expect(await statusOf(id)).toBe('frozen');
  });

  it('continues where another process has stopped, and only when that one no longer works', async () => {
    await sql(
      `update entry_audit set claimed_by = 'other', claimed_until = now() + interval '1 hour', installation_id = ''`,
    );
    await pass();
    expect(await sql('select installation_id, claimed_by from entry_audit')).toEqual([
      { installation_id: '', claimed_by: 'other' },
    ]);
    await sql('update entry_audit set claimed_until = now()');
    await eventually(async () => {
      await pass();
      const [row] = await sql<{ installation_id: string | null }>('select installation_id from entry_audit');
      return row?.installation_id === null;
    });
  });
});
