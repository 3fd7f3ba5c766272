import { describe, expect, it } from '@jest/globals';
import { accept, fold, forStream, type Decision } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { given } from '@kushk/testing/given';
import fc from 'fast-check';
import { idOfHold } from '../entries/entry.js';
import { holdPages, settlePages } from '../../test/example-hold.js';
import { expireHold } from '../hold/expire-hold/expire-hold.js';
import { holdStream, type Hold, type HoldFact } from '../hold/hold.js';
import { placeHold } from '../hold/place-hold/place-hold.js';
import { releaseHold } from '../hold/release-hold/release-hold.js';
import { settleHold } from '../hold/settle-hold/settle-hold.js';
import { consumeMu } from './consume-mu/consume-mu.js';
import { at, closed, consumePages, granted, heldMu, opened } from '../../test/example-wallet.js';
import { freezeWallet } from './freeze-wallet/freeze-wallet.js';
import { grantMu } from './grant-mu/grant-mu.js';
import { reverseConsumption } from './reverse-consumption/reverse-consumption.js';
import { revokeMu } from './revoke-mu/revoke-mu.js';
import { unfreezeWallet } from './unfreeze-wallet/unfreeze-wallet.js';
import { WalletInvariantViolated } from './wallet-fold.js';
import type { WalletFact } from './wallet-facts.js';
import { walletStream } from './wallet-stream.js';
import { availableOf, remainingOf, type Wallet } from './wallet.js';

const holdIds = ['hld_1', 'hld_2', 'hld_3', 'hld_4'] as const;
type HoldId = (typeof holdIds)[number];
type States = { readonly wallet: Wallet } & Readonly<Record<HoldId, Hold>>;

const unfrozen: WalletFact = { type: 'WalletUnfrozen', data: { by: 'per_1', at } };

type Kind = 'gift' | 'purchase';

/** A reference model of the wallet that only adds up amounts. Gifts are charged first. */
class Ledger {
  readonly left: Record<Kind, bigint> = { gift: 0n, purchase: 0n };
  granted = 0n;
  charged = 0n;
  revoked = 0n;
  reversed = 0n;
  /** The charges that can be reversed, with what they took from each kind. */
  readonly charges = new Map<string, Record<Kind, bigint>>();
  readonly reserved = new Map<HoldId, bigint>();

  get held(): bigint {
    return [...this.reserved.values()].reduce((sum, amount) => sum + amount, 0n);
  }

  charge(id: string, amount: bigint): void {
    const gift = amount < this.left.gift ? amount : this.left.gift;
    this.left.gift -= gift;
    this.left.purchase -= amount - gift;
    this.charged += amount;
    this.charges.set(id, { gift, purchase: amount - gift });
  }

  reverse(id: string): void {
    const { gift, purchase } = this.charges.get(id) ?? { gift: 0n, purchase: 0n };
    this.left.gift += gift;
    this.left.purchase += purchase;
    this.reversed += gift + purchase;
  }
}

/** Runs a sequence of commands on the wallet and its holds, and records the accepted commands in the ledger. */
class Scenario {
  readonly ledger = new Ledger();
  private readonly reversals = new Set<string>();
  private charged = 0;
  private nowMs = Date.parse(at);
  private streams = given({
    wallet: [walletStream, opened],
    hld_1: [holdStream],
    hld_2: [holdStream],
    hld_3: [holdStream],
    hld_4: [holdStream],
  });

  get states(): States {
    return this.streams.state;
  }

  wait(ms: number): void {
    this.nowMs += ms;
  }

  grant(kind: Kind, mu: string): void {
    const command = { id: 'grt_1', organisationId: 'org_1', kind, reference: null, note: null } as const;
    const grant = this.decide(({ wallet }) =>
      forStream('wallet', grantMu({ ...command, mu, by: 'per_1', month: '2026-11', at: this.at }, wallet)),
    );
    if (grant === null) return;
    this.ledger.granted += grant.amountMicroMu;
    this.ledger.left[kind] += grant.amountMicroMu;
  }

  revoke(kind: Kind, mu: string): void {
    const command = { id: 'rvk_1', organisationId: 'org_1', kind, mu, reason: 'r', by: 'per_1', month: '2026-11' };
    const revoked = this.decide(({ wallet }) => forStream('wallet', revokeMu({ ...command, at: this.at }, wallet)));
    if (revoked === null) return;
    this.ledger.revoked += revoked.amountMicroMu;
    this.ledger.left[kind] -= revoked.amountMicroMu;
  }

  /** Reverses a charge as the handler does: with the amounts of its entry. */
  reverse(id: string): void {
    const charge = this.ledger.charges.get(id);
    if (charge === undefined) return;
    const amounts = { amountMicroMu: String(charge.gift + charge.purchase), giftedMicroMu: String(charge.gift) };
    const entry = { id, holdId: null, service: 'ocr.page', count: 1, rateMicroMu: null, ...amounts };
    const command = { id: 'rvs_1', organisationId: 'org_1', entry, reason: 'r', by: 'per_1', month: '2026-12' };
    const reversal = { reversedBy: this.reversals.has(id) ? 'rvs_1' : null };
    const reversed = this.decide(({ wallet }) => {
      const decision = reverseConsumption({ ...command, at: this.at }, { wallet, reversal });
      return decision.accepted ? accept({ wallet: decision.facts.wallet }, decision.reply) : decision;
    });
    if (reversed === null) return;
    this.reversals.add(id);
    this.ledger.reverse(id);
  }

  freeze(isFrozen: boolean): void {
    const command = { organisationId: 'org_1', reason: 'r', by: 'per_1', at: this.at };
    const decide = isFrozen ? freezeWallet : unfreezeWallet;
    this.decide(({ wallet }) => forStream('wallet', decide(command, wallet)));
  }

  consume(count: number): void {
    const id = `chg_${(this.charged += 1)}`;
    const consumption = this.decide(({ wallet }) =>
      forStream('wallet', consumeMu(consumePages(count, { id }), wallet)),
    );
    if (consumption !== null) this.ledger.charge(id, consumption.amountMicroMu);
  }

  place(id: HoldId, count: number): void {
    if (this.states[id].status !== 'absent') return;
    const command = holdPages(count, { holdId: id, nowMs: this.nowMs });
    const placed = this.decideHold(id, (states) => placeHold(command, states));
    if (placed !== null) this.ledger.reserved.set(id, BigInt(placed.hold.amountMicroMu));
  }

  settle(id: HoldId, count: number | null): void {
    const command = settlePages(count, { holdId: id, at: this.at });
    const settlement = this.decideHold(id, (states) => settleHold(command, states));
    if (settlement === null) return;
    this.ledger.charge(idOfHold('stl', id), settlement.chargedMicroMu);
    this.ledger.reserved.delete(id);
  }

  release(id: HoldId): void {
    if (this.decideHold(id, (states) => releaseHold({ holdId: id, month: '2026-11', at: this.at }, states)) !== null)
      this.ledger.reserved.delete(id);
  }

  expire(id: HoldId): void {
    this.decideHold(id, (states) => expireHold({ month: '2026-11', at: this.at }, states));
    this.ledger.reserved.delete(id);
  }

  private get at(): string {
    return new Date(this.nowMs).toISOString();
  }

  private decideHold<Reply>(
    id: HoldId,
    decide: (states: { wallet: Wallet; hold: Hold }) => Decision<{ wallet: WalletFact[]; hold: HoldFact[] }, Reply>,
  ): Reply | null {
    return this.decide((states) => {
      const decision = decide({ wallet: states.wallet, hold: states[id] });
      if (!decision.accepted) return decision;
      return accept({ wallet: decision.facts.wallet, [id]: decision.facts.hold }, decision.reply);
    });
  }

  private decide<Facts, Reply>(decide: (states: States) => Decision<Facts, Reply>): Reply | null {
    const { decision, after } = this.streams.when(decide);
    this.streams = after;
    return decision.accepted ? decision.reply : null;
  }
}

describe('wallet', () => {
  it('rejects a fact after which the balance would be negative', () => {
    const { state } = given(walletStream, opened, granted(5n));
    const revoked = { id: 'rvk_1', reason: 'r', by: 'per_1', month: '2026-11', at } as const;
    for (const data of [
      { kind: 'gift', amountMicroMu: '6' } as const,
      { kind: 'purchase', amountMicroMu: '1' } as const,
    ])
      expect(() => walletStream.evolve(state, { type: 'MuRevoked', data: { ...revoked, ...data } })).toThrow(
        WalletInvariantViolated,
      );
  });

  it('does not change when it is stored as JSON', () => {
    const { state } = given(walletStream, opened, granted(9_223_372_036_854_775_807n));
    const stored = JSON.stringify(walletStream.stateToJson?.(state));
    expect(walletStream.stateFromJson?.(JSON.parse(stored))).toEqual(state);
  });

  it('does not change once it is closed, whichever facts follow', () => {
    const use = { service: 'ocr.page', count: 1, rateMicroMu: '1', amountMicroMu: '1', month: '2026-11', at };
    const act = { reason: 'r', by: 'per_1', at };
    const gift = { kind: 'gift', amountMicroMu: '1', month: '2026-11' } as const;
    const later: { readonly [Type in WalletFact['type']]: Extract<WalletFact, { type: Type }>['data'] } = {
      WalletOpened: opened.data,
      PricesChanged: { prices: opened.data.prices, at },
      PlanChosen: { plan: 'large', at },
      BalanceLow: {
        ...{ installationId: 'ins_1', organisationId: 'org_1', availableMicroMu: '0', thresholdMicroMu: '1', at },
      },
      BudgetReached: {
        ...{ installationId: 'ins_1', organisationId: 'org_1', service: null, month: '2026-11' },
        ...{ budgetMicroMu: '1', usedMicroMu: '1', at },
      },
      WalletFrozen: act,
      FreezeReported: { installationId: 'ins_1', organisationId: 'org_1', by: 'per_1', at },
      WalletUnfrozen: { by: 'per_1', at },
      BudgetSet: { monthly: '1', services: {}, by: 'per_1', at },
      ThresholdSet: { thresholdMicroMu: '1', by: 'per_1', at },
      LimitsCarriedIn: {
        ...{ budget: { monthly: '1', services: {} }, thresholdMicroMu: '1' },
        ...{ use: { month: '2026-11', services: { 'ocr.page': '1' } }, at },
      },
      WalletClosed: { at },
      MuGranted: { ...gift, id: 'grt_2', reference: null, note: null, by: 'per_1', at },
      MuRevoked: { ...gift, ...act, id: 'rvk_1' },
      MuConsumed: { ...use, id: 'chg_1', holdId: null, endsOpenHold: false, unreservedMicroMu: '0', reference: null },
      MuReversed: { ...use, ...act, id: 'rvs_1', entryId: 'chg_1', holdId: null, giftedMicroMu: '0' },
      MuHeld: heldMu('hld_1', '1').data,
      HeldMuReturned: { ...heldMu('hld_1', '1').data, reason: 'release' },
      MuCarriedIn: { id: 'car_1', amountMicroMu: '1', month: '2026-11', at },
      MuCarriedOut: { id: 'car_2', amountMicroMu: '1', month: '2026-11', at },
    };
    const types = Object.keys(later) as WalletFact['type'][];
    const factOf = (type: WalletFact['type']) => ({ type, data: later[type] }) as WalletFact;
    const before = fc.array(fc.constantFrom(granted(5n), factOf('WalletFrozen'), factOf('WalletUnfrozen')));
    fc.assert(
      fc.property(before, fc.array(fc.constantFrom(...types)), (facts, after) => {
        const atEnd = fold(walletStream, [opened, ...facts, closed]);
        expect(atEnd).toMatchObject({ status: 'closed' });
        expect(fold(walletStream, after.map(factOf), atEnd)).toEqual(atEnd);
      }),
    );
  });

  it('has the freeze of its status and no other field of another one', () => {
    const frozen = { reason: 'r', by: 'per_1', at };
    const open = given(walletStream, opened);
    const stopped = given(walletStream, opened, { type: 'WalletFrozen', data: frozen });
    expect(open.state).not.toHaveProperty('frozen');
    expect(stopped.state).toMatchObject({ status: 'frozen', frozen });
    const again = given(walletStream, opened, { type: 'WalletFrozen', data: frozen }, unfrozen);
    expect(again.state).toEqual(open.state);
    const end = given(walletStream, opened, { type: 'WalletFrozen', data: frozen }, closed);
    expect(end.state).toMatchObject({ status: 'closed', frozen });
    for (const field of ['openHolds', 'lowBalanceReported', 'budgetsReported'])
      expect(end.state).not.toHaveProperty(field);
  });

  it('stays small with any number of open holds', () => {
    const held = Array.from({ length: 10_000 }, (_, index) => heldMu(`hld_${index}`, '5'));
    const { state } = given(walletStream, opened, granted(50_000n), ...held);
    expect(state).toMatchObject({ openHolds: 10_000, totals: { held: 50_000n } });
    expect(JSON.stringify(walletStream.stateToJson?.(state)).length).toBeLessThan(1_000);
  });

  it('matches the reference ledger after any sequence of commands, and its balance is never negative', () => {
    const id = fc.constantFrom(...holdIds);
    const kind = fc.constantFrom('gift' as const, 'purchase' as const);
    const charge = fc.constantFrom('chg_1', 'chg_2', 'chg_3', 'stl_1', 'stl_2');
    const command = fc.oneof(
      fc.record({ name: fc.constant('grant' as const), kind, microMu: fc.integer({ min: 1, max: 3_000_000 }) }),
      fc.record({ name: fc.constant('revoke' as const), kind, microMu: fc.integer({ min: 1, max: 1_000_000 }) }),
      fc.record({ name: fc.constant('reverse' as const), charge }),
      fc.record({ name: fc.constant('freeze' as const), isFrozen: fc.boolean() }),
      fc.record({ name: fc.constant('place' as const), id, count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ name: fc.constant('settle' as const), id, count: fc.option(fc.integer({ min: 0, max: 9 })) }),
      fc.record({ name: fc.constant('release' as const), id }),
      fc.record({ name: fc.constant('expire' as const), id }),
      fc.record({ name: fc.constant('consume' as const), count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ name: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        const scenario = new Scenario();
        for (const next of commands) {
          if (next.name === 'grant') scenario.grant(next.kind, formatMu(BigInt(next.microMu)));
          else if (next.name === 'revoke') scenario.revoke(next.kind, formatMu(BigInt(next.microMu)));
          else if (next.name === 'reverse') scenario.reverse(next.charge);
          else if (next.name === 'freeze') scenario.freeze(next.isFrozen);
          else if (next.name === 'place') scenario.place(next.id, next.count);
          else if (next.name === 'settle') scenario.settle(next.id, next.count);
          else if (next.name === 'release') scenario.release(next.id);
          else if (next.name === 'expire') scenario.expire(next.id);
          else if (next.name === 'consume') scenario.consume(next.count);
          else scenario.wait(next.ms);
          expectAgreement(scenario);
        }
      }),
      { numRuns: 200 },
    );
  });
});

function expectAgreement({ ledger, states }: Scenario): void {
  const { wallet } = states;
  if (wallet.status === 'absent' || wallet.status === 'closed') throw new Error('the wallet is not active');
  const { totals, openHolds } = wallet;
  expect(totals.held).toBe(ledger.held);
  expect(openHolds).toBe(holdIds.filter((id) => states[id].status === 'open').length);
  expect(totals.consumed).toBe(ledger.charged);
  expect(totals).toMatchObject({ revoked: ledger.revoked, reversed: ledger.reversed });
  expect(availableOf(totals)).toBe(ledger.granted + ledger.reversed - ledger.charged - ledger.revoked - ledger.held);
  expect(remainingOf(wallet)).toEqual(ledger.left);
  expect(availableOf(totals)).toBeGreaterThanOrEqual(0n);
}
