import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from '@kushk/credentials';
import { fold } from '@kushk/decider';
import { createHash } from 'node:crypto';
import { at, granted, opened } from '../../test/example-wallet.js';
import type { MovementFact, WalletFact } from '../wallet/wallet-facts.js';
import { walletStream } from '../wallet/wallet-stream.js';
import type { ExistingWallet } from '../wallet/wallet.js';
import { entryOf, hashOfEntry, isMovement } from './entry.js';

const consumed: MovementFact = {
  type: 'MuConsumed',
  data: {
    ...{ id: 'chg_1', holdId: null, endsOpenHold: false, service: 'ocr.page', count: 3 },
    ...{
      rateMicroMu: '250000',
      amountMicroMu: '750000',
      unreservedMicroMu: '0',
      reference: 'صفحه "۱"',
      month: '2026-11',
      at,
    },
  },
};
const reserved = { ...{ service: 'ocr.page', count: 2, rateMicroMu: '250000', reference: null }, month: '2026-11', at };
const held: MovementFact = { type: 'MuHeld', data: { ...reserved, holdId: 'hld_1', amountMicroMu: '500000' } };

function entriesOf(facts: readonly WalletFact[]) {
  let wallet = fold(walletStream, [opened]);
  return facts.filter(isMovement).map((fact) => {
    wallet = walletStream.evolve(wallet, fact);
    const existing = wallet as ExistingWallet;
    return { ...entryOf(fact, existing), hash: existing.chain.hash };
  });
}

describe('entryOf', () => {
  it('has amounts, balance and the part that was taken from gifts', () => {
    const entries = entriesOf([granted(1_000_000n, 'purchase'), granted(300_000n), consumed]);
    expect(entries).toMatchObject([
      { sequence: 1, kind: 'purchase', mu: '1', gifted: '0', available_after: '1', by: 'per_1', previous_hash: null },
      { sequence: 2, kind: 'gift', mu: '0.3', gifted: '0.3', available_after: '1.3', previous_hash: entries[0]?.hash },
      { id: 'chg_1', kind: 'consumption', count: 3, rate: '0.25', mu: '0.75', gifted: '0.3', available_after: '0.55' },
    ]);
  });

  it('tells who ended a hold: the plugin, the time, or the removal of the installation, which ends all holds', () => {
    const ends = [
      { type: 'HeldMuReturned', data: { ...held.data, reason: 'release' } },
      { type: 'HeldMuReturned', data: { ...held.data, reason: 'expiry' } },
      {
        type: 'HeldMuReturned',
        data: { holdId: null, amountMicroMu: '500000', reason: 'removal', month: '2026-11', at },
      },
    ] as readonly WalletFact[];
    const endOf = (end: WalletFact) => entriesOf([granted(1_000_000n), held, end]).at(-1);
    expect(ends.map(endOf)).toMatchObject([
      {
        id: 'ret_1',
        kind: 'release',
        hold_id: 'hld_1',
        service: 'ocr.page',
        rate: '0.25',
        by: 'plugin',
        held_after: '0',
      },
      { id: 'ret_1', kind: 'expiry', hold_id: 'hld_1', service: 'ocr.page', by: 'system', available_after: '1' },
      { id: 'ret_1', kind: 'release', hold_id: null, service: null, mu: '0.5', by: 'system', available_after: '1' },
    ]);
  });
});

describe('hashOfEntry', () => {
  it('is the SHA-256 of the entry in canonical JSON, which covers the hash of the entry before', () => {
    const [, second] = entriesOf([granted(1_000_000n), consumed]);
    const { hash, ...entry } = second!;
    const canonical = canonicalJson({ ...entry, installation_id: 'ins_1' });
    expect(hash).toBe(createHash('sha256').update(canonical).digest('hex'));
    expect(hashOfEntry('ins_1', { ...entry, previous_hash: hash })).not.toBe(hash);
  });
});
