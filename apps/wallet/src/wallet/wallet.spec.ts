import { describe, expect, it } from '@jest/globals';
import { fold, type Decision } from '@kushk/decider';
import fc from 'fast-check';
import { expireHold } from '../hold/expire-holds/expire-hold.js';
import { holdStream, type Hold, type HoldFact } from '../hold/hold.js';
import { OPEN_HOLDS_LIMIT, placeHold } from '../hold/place-hold/place-hold.js';
import { releaseHold } from '../hold/release-hold/release-hold.js';
import { settleHold } from '../hold/settle-hold/settle-hold.js';
import { consumeMu } from './consume-mu/consume-mu.js';
import { grantMu } from './grant-mu/grant-mu.js';
import { openWallet } from './open-wallet/open-wallet.js';
import { availableOf, walletStream, type Wallet, type WalletFact } from './wallet.js';

const START_MS = Date.parse('2026-11-20T08:00:00Z');
const tariff = { services: ['ocr.page', 'ocr.table'], rates: { basic: { 'ocr.page': '250000' } } };

/** A wallet with its holds, and beside it what a simple ledger says that it should be. */
class World {
  wallet: Wallet = walletStream.initial;
  holds = new Map<string, Hold>();
  ledger = { granted: 0n, charged: 0n, reserved: new Map<string, bigint>() };
  nowMs = START_MS;

  decide<Reply>(
    decision: Decision<{ wallet?: WalletFact[]; hold?: HoldFact[] }, Reply>,
    holdId?: string,
  ): Reply | string {
    if (!decision.accepted) return decision.refusal.code;
    this.wallet = fold(walletStream, decision.facts.wallet ?? [], this.wallet);
    if (holdId !== undefined) this.holds.set(holdId, fold(holdStream, decision.facts.hold ?? [], this.hold(holdId)));
    return decision.reply;
  }
  hold(id: string): Hold {
    return this.holds.get(id) ?? holdStream.initial;
  }
  get at(): string {
    return new Date(this.nowMs).toISOString();
  }
}

function openWorld(): World {
  const world = new World();
  world.decide(
    openWallet({ installationId: 'ins_1', organisationId: 'org_1', plan: 'basic', tariff, at: world.at }, world),
  );
  return world;
}
function grant(world: World, microMu: bigint, kind: 'purchase' | 'gift' = 'gift'): void {
  const decision = grantMu(
    {
      id: 'grt_1',
      organisationId: 'org_1',
      kind,
      microMu,
      reference: null,
      note: null,
      by: 'per_1',
      month: '2026-11',
      at: world.at,
    },
    world.wallet,
  );
  if (decision.accepted) {
    world.decide({ ...decision, facts: { wallet: decision.facts } });
    world.ledger.granted += microMu;
  }
}
function place(world: World, holdId: string, count: number) {
  const result = world.decide(
    placeHold(
      { holdId, service: 'ocr.page', count, ttlSeconds: 900, reference: null, nowMs: world.nowMs },
      { wallet: world.wallet, hold: world.hold(holdId) },
    ),
    holdId,
  );
  if (typeof result !== 'string') world.ledger.reserved.set(holdId, BigInt(result.hold.microMu));
  return result;
}
function settle(world: World, holdId: string, count: number | null) {
  const result = world.decide(
    settleHold({ holdId, count, month: '2026-11', at: world.at }, { wallet: world.wallet, hold: world.hold(holdId) }),
    holdId,
  );
  if (typeof result !== 'string') {
    world.ledger.charged += result.chargedMicroMu;
    world.ledger.reserved.delete(holdId);
  }
  return result;
}
function release(world: World, holdId: string) {
  const result = world.decide(
    releaseHold({ holdId, at: world.at }, { wallet: world.wallet, hold: world.hold(holdId) }),
    holdId,
  );
  if (typeof result !== 'string') world.ledger.reserved.delete(holdId);
  return result;
}
function expire(world: World, holdId: string) {
  world.decide(expireHold({ at: world.at }, { wallet: world.wallet, hold: world.hold(holdId) }), holdId);
  world.ledger.reserved.delete(holdId);
}
function consume(world: World, count: number) {
  const decision = consumeMu(
    { id: 'chg_1', service: 'ocr.page', count, reference: null, month: '2026-11', at: world.at },
    world.wallet,
  );
  const result = world.decide(decision.accepted ? { ...decision, facts: { wallet: decision.facts } } : decision);
  if (typeof result !== 'string') world.ledger.charged += result.microMu;
  return result;
}

describe('a wallet', () => {
  it('charges exactly count × rate, to the micro-MU', () => {
    const world = openWorld();
    grant(world, 1_000_001n);
    expect(consume(world, 4)).toMatchObject({ microMu: 1_000_000n, availableMicroMu: 1n });
    expect(consume(world, 1)).toBe('wallet.insufficient_balance');
  });

  it('settles part of a hold and returns the rest at once', () => {
    const world = openWorld();
    grant(world, 10_000_000n);
    place(world, 'hld_1', 40);
    expect(consume(world, 1)).toBe('wallet.insufficient_balance');
    expect(settle(world, 'hld_1', 31)).toMatchObject({
      chargedMicroMu: 7_750_000n,
      releasedMicroMu: 2_250_000n,
      availableMicroMu: 2_250_000n,
      heldMicroMu: 0n,
      late: false,
    });
    expect(settle(world, 'hld_1', 31)).toBe('wallet.hold_settled');
    expect(release(world, 'hld_1')).toBe('wallet.hold_settled');
  });

  it('charges nothing and returns everything when nothing was used', () => {
    const world = openWorld();
    grant(world, 250_000n);
    place(world, 'hld_1', 1);
    expect(settle(world, 'hld_1', 0)).toMatchObject({ chargedMicroMu: 0n, releasedMicroMu: 250_000n });
    expect(place(world, 'hld_2', 1)).toMatchObject({ availableMicroMu: 0n });
  });

  it('releases a hold as often as it is asked to', () => {
    const world = openWorld();
    grant(world, 250_000n);
    place(world, 'hld_1', 1);
    expect(release(world, 'hld_1')).toMatchObject({ availableMicroMu: 250_000n });
    expect(release(world, 'hld_1')).toMatchObject({ availableMicroMu: 250_000n });
    expect(settle(world, 'hld_1', null)).toBe('wallet.hold_released');
  });

  it('settles an expired hold late for a day if the balance covers it, and not after', () => {
    const world = openWorld();
    grant(world, 250_000n);
    place(world, 'hld_1', 1);
    world.nowMs += 901_000;
    expire(world, 'hld_1');
    place(world, 'hld_2', 1);
    expect(settle(world, 'hld_1', null)).toBe('wallet.insufficient_balance');
    release(world, 'hld_2');
    expect(settle(world, 'hld_1', null)).toMatchObject({ chargedMicroMu: 250_000n, late: true, availableMicroMu: 0n });

    grant(world, 250_000n);
    place(world, 'hld_3', 1);
    world.nowMs += 86_400_000 + 900_000;
    expire(world, 'hld_3');
    expect(settle(world, 'hld_3', null)).toBe('wallet.hold_expired');
  });

  it('keeps the rate of a hold when the tariff changes under it', () => {
    const world = openWorld();
    grant(world, 1_000_000n);
    place(world, 'hld_1', 1);
    world.wallet = fold(
      walletStream,
      [
        {
          type: 'TariffChanged',
          data: { tariff: { ...tariff, rates: { basic: { 'ocr.page': '999999' } } }, at: world.at },
        },
      ],
      world.wallet,
    );
    expect(settle(world, 'hld_1', 1)).toMatchObject({ chargedMicroMu: 250_000n });
    expect(consume(world, 1)).toBe('wallet.insufficient_balance');
  });

  it('names what is wrong with a service, a plan or a count', () => {
    const world = openWorld();
    grant(world, 1_000_000n);
    const ask = (service: string, count: number) => {
      const decision = consumeMu(
        { id: 'chg_1', service, count, reference: null, month: '2026-11', at: world.at },
        world.wallet,
      );
      return decision.accepted ? 'accepted' : decision.refusal.code;
    };
    expect(ask('ocr.word', 1)).toBe('wallet.service_unknown');
    expect(ask('ocr.table', 1)).toBe('wallet.service_unrated');
    expect(ask('toString', 1)).toBe('wallet.service_unknown');
    for (const count of [0, -1, 1.5, 1_000_000_001, Number.NaN])
      expect(ask('ocr.page', count)).toBe('wallet.count_invalid');
    world.wallet = fold(walletStream, [{ type: 'PlanChosen', data: { plan: 'gone', at: world.at } }], world.wallet);
    expect(ask('ocr.page', 1)).toBe('wallet.plan_missing');
  });

  it('says that it ran low once per crossing, and again only after a grant has lifted it', () => {
    const world = openWorld();
    const lowsIn = (count: number) => {
      const decision = consumeMu(
        { id: 'chg_1', service: 'ocr.page', count, reference: null, month: '2026-11', at: world.at },
        world.wallet,
      );
      if (!decision.accepted) throw new Error(decision.refusal.code);
      world.decide({ ...decision, facts: { wallet: decision.facts } });
      return decision.facts.filter((fact) => fact.type === 'WalletRanLow').length;
    };
    grant(world, 10_000_000n);
    expect([lowsIn(35), lowsIn(2), lowsIn(1)]).toEqual([0, 1, 0]);
    grant(world, 10_000_000n);
    expect([lowsIn(1), lowsIn(35)]).toEqual([0, 1]);
  });

  it('survives being stored as JSON', () => {
    const world = openWorld();
    grant(world, 9_223_372_036_854_775_807n);
    const stored = JSON.stringify(walletStream.stateToJson?.(world.wallet));
    expect(walletStream.stateFromJson?.(JSON.parse(stored))).toEqual(world.wallet);
    const before = world.wallet;
    grant(world, 1n);
    expect(world.wallet).toEqual(before);
  });

  it('has so many open holds at most, free ones too, and room again for each that ends', () => {
    const world = openWorld();
    world.wallet = fold(
      walletStream,
      [{ type: 'TariffChanged', data: { tariff: { ...tariff, rates: { basic: { 'ocr.page': '0' } } }, at: world.at } }],
      world.wallet,
    );
    for (let count = 0; count < OPEN_HOLDS_LIMIT; count += 1) place(world, `hld_${count}`, 1);
    const oneMore = () => place(world, `hld_${world.holds.size}`, 1);
    expect(oneMore()).toBe('wallet.too_many_holds');
    for (const end of [
      () => settle(world, 'hld_0', null),
      () => release(world, 'hld_1'),
      () => expire(world, 'hld_2'),
    ]) {
      end();
      expect(oneMore()).toMatchObject({ hold: { service: 'ocr.page' } });
      expect(oneMore()).toBe('wallet.too_many_holds');
    }
    settle(world, 'hld_2', null);
    expect(oneMore()).toBe('wallet.too_many_holds');
    expect(JSON.stringify(walletStream.stateToJson?.(world.wallet)).length).toBeLessThan(1_000);
  });

  it('counts the holds of facts from before their end was said', () => {
    const at = new Date(START_MS).toISOString();
    const consumed = {
      id: 'hld_1',
      holdId: 'hld_1',
      service: 'ocr.page',
      count: 1,
      microMu: '5',
      reference: null,
      month: '2026-11',
      at,
    };
    const facts: WalletFact[] = [
      { type: 'MuHeld', data: { holdId: 'hld_1', microMu: '5', at } },
      { type: 'MuHeld', data: { holdId: 'hld_2', microMu: '5', at } },
      { type: 'MuConsumed', data: { ...consumed, unheldMicroMu: '5' } },
      { type: 'MuConsumed', data: { ...consumed, holdId: null, unheldMicroMu: '0' } },
    ];
    expect(fold(walletStream, facts, openWorld().wallet)).toMatchObject({ openHolds: 1 });
  });

  it('agrees with a simple ledger after any sequence of commands, and never goes below zero', () => {
    const id = fc.constantFrom('hld_1', 'hld_2', 'hld_3', 'hld_4');
    const step = fc.oneof(
      fc.record({ do: fc.constant('grant' as const), microMu: fc.bigInt(1n, 3_000_000n) }),
      fc.record({ do: fc.constant('place' as const), id, count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constant('settle' as const), id, count: fc.option(fc.integer({ min: 0, max: 9 })) }),
      fc.record({ do: fc.constant('release' as const), id }),
      fc.record({ do: fc.constant('expire' as const), id }),
      fc.record({ do: fc.constant('consume' as const), count: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 90_000_000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = openWorld();
        for (const s of steps) {
          if (s.do === 'grant') grant(world, s.microMu);
          else if (s.do === 'place' && world.hold(s.id).status === 'absent') place(world, s.id, s.count);
          else if (s.do === 'settle') settle(world, s.id, s.count);
          else if (s.do === 'release') release(world, s.id);
          else if (s.do === 'expire') expire(world, s.id);
          else if (s.do === 'consume') consume(world, s.count);
          else if (s.do === 'wait') world.nowMs += s.ms;
          if (world.wallet.status === 'absent') throw new Error('the wallet is gone');
          const { counters, openHolds } = world.wallet;
          const reserved = [...world.ledger.reserved.values()].reduce((sum, micro) => sum + micro, 0n);
          expect(counters.held).toBe(reserved);
          expect(openHolds).toBe([...world.holds.values()].filter(({ status }) => status === 'open').length);
          expect(counters.consumed).toBe(world.ledger.charged);
          expect(availableOf(counters)).toBe(world.ledger.granted - world.ledger.charged - reserved);
          expect(availableOf(counters)).toBeGreaterThanOrEqual(0n);
        }
      }),
      { numRuns: 500 },
    );
  });
});
