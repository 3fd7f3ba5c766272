import { describe, expect, it } from '@jest/globals';
import { accept, forStream, type Decision } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { given } from '@kushk/testing/given';
import fc from 'fast-check';
import { holdPages, settlePages } from '../hold/example-hold.js';
import { expireHold } from '../hold/expire-hold/expire-hold.js';
import { holdStream, type Hold, type HoldFact } from '../hold/hold.js';
import { placeHold } from '../hold/place-hold/place-hold.js';
import { releaseHold } from '../hold/release-hold/release-hold.js';
import { settleHold } from '../hold/settle-hold/settle-hold.js';
import { consumeMu } from './consume-mu/consume-mu.js';
import { at, consumePages, granted, opened } from './example-wallet.js';
import { grantMu } from './grant-mu/grant-mu.js';
import { availableOf, walletStream, type Wallet, type WalletFact } from './wallet.js';

const holdIds = ['hld_1', 'hld_2', 'hld_3', 'hld_4'] as const;
type HoldId = (typeof holdIds)[number];
type States = { readonly wallet: Wallet } & Readonly<Record<HoldId, Hold>>;

/** A reference model of the wallet that only adds up amounts. */
class Ledger {
  granted = 0n;
  charged = 0n;
  readonly reserved = new Map<HoldId, bigint>();

  get held(): bigint {
    return [...this.reserved.values()].reduce((sum, amount) => sum + amount, 0n);
  }
}

/** Runs a sequence of commands on the wallet and its holds, and records the accepted commands in the ledger. */
class Scenario {
  readonly ledger = new Ledger();
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

  grant(mu: string): void {
    const command = { id: 'grt_1', organisationId: 'org_1', kind: 'gift', reference: null, note: null } as const;
    const grant = this.decide(({ wallet }) =>
      forStream('wallet', grantMu({ ...command, mu, by: 'per_1', month: '2026-11', at: this.at }, wallet)),
    );
    if (grant !== null) this.ledger.granted += grant.amountMicroMu;
  }

  consume(count: number): void {
    const consumption = this.decide(({ wallet }) => forStream('wallet', consumeMu(consumePages(count), wallet)));
    if (consumption !== null) this.ledger.charged += consumption.amountMicroMu;
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
    this.ledger.charged += settlement.chargedMicroMu;
    this.ledger.reserved.delete(id);
  }

  release(id: HoldId): void {
    if (this.decideHold(id, (states) => releaseHold({ holdId: id, at: this.at }, states)) !== null)
      this.ledger.reserved.delete(id);
  }

  expire(id: HoldId): void {
    this.decideHold(id, (states) => expireHold({ at: this.at }, states));
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
  it('does not change when it is stored as JSON', () => {
    const { state } = given(walletStream, opened, granted(9_223_372_036_854_775_807n));
    const stored = JSON.stringify(walletStream.stateToJson?.(state));
    expect(walletStream.stateFromJson?.(JSON.parse(stored))).toEqual(state);
  });

  it('stays small with any number of open holds', () => {
    const held = Array.from({ length: 10_000 }, (_, index): WalletFact => ({
      type: 'MuHeld',
      data: { holdId: `hld_${index}`, amountMicroMu: '5', at },
    }));
    const { state } = given(walletStream, opened, ...held);
    expect(state).toMatchObject({ openHolds: 10_000, totals: { held: 50_000n } });
    expect(JSON.stringify(walletStream.stateToJson?.(state)).length).toBeLessThan(1_000);
  });

  it('matches the reference ledger after any sequence of commands, and its balance is never negative', () => {
    const id = fc.constantFrom(...holdIds);
    const command = fc.oneof(
      fc.record({ name: fc.constant('grant' as const), microMu: fc.integer({ min: 1, max: 3_000_000 }) }),
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
          if (next.name === 'grant') scenario.grant(formatMu(BigInt(next.microMu)));
          else if (next.name === 'place') scenario.place(next.id, next.count);
          else if (next.name === 'settle') scenario.settle(next.id, next.count);
          else if (next.name === 'release') scenario.release(next.id);
          else if (next.name === 'expire') scenario.expire(next.id);
          else if (next.name === 'consume') scenario.consume(next.count);
          else scenario.wait(next.ms);
          expectAgreement(scenario);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function expectAgreement({ ledger, states }: Scenario): void {
  const { wallet } = states;
  if (wallet.status === 'absent') throw new Error('the wallet is absent');
  const { totals, openHolds } = wallet;
  expect(totals.held).toBe(ledger.held);
  expect(openHolds).toBe(holdIds.filter((id) => states[id].status === 'open').length);
  expect(totals.consumed).toBe(ledger.charged);
  expect(availableOf(totals)).toBe(ledger.granted - ledger.charged - ledger.held);
  expect(availableOf(totals)).toBeGreaterThanOrEqual(0n);
}
