import { describe, expect, it } from '@jest/globals';
import { fold, type Decision } from '@kushk/decider';
import { tariffStream, type Tariff, type TariffFact, type TariffState } from '../../tariff/tariff.js';
import { consumeMu } from '../consume-mu/consume-mu.js';
import { openWallet } from '../open-wallet/open-wallet.js';
import { walletStream, type Wallet, type WalletFact } from '../wallet.js';
import { changeTariff, choosePlan } from './change-tariff.js';

const at = '2026-11-20T08:00:00.000Z';
const many = (prefix: string) =>
  Array.from({ length: 100 }, (_, index) => `${prefix}${String(index).padStart(64 - prefix.length, '0')}`);
const [services, plans] = [many('service.'), many('plan.')];
/** As large as a manifest may make it: the rate of service s under plan p is p + 1 micro-MU. */
const largest: Tariff = {
  services,
  rates: Object.fromEntries(
    plans.map((plan, index) => [plan, Object.fromEntries(services.map((service) => [service, String(index + 1)]))]),
  ),
};

interface World {
  readonly wallet: Wallet;
  readonly tariff: TariffState;
}
const nothing: World = { wallet: walletStream.initial, tariff: tariffStream.initial };
function after(world: World, decision: Decision<{ wallet: WalletFact[]; tariff: TariffFact[] }, null>): World {
  if (!decision.accepted) throw new Error(decision.refusal.code);
  return {
    wallet: fold(walletStream, decision.facts.wallet, world.wallet),
    tariff: fold(tariffStream, decision.facts.tariff, world.tariff),
  };
}
const open = (plan: string, tariff = largest) =>
  after(nothing, openWallet({ installationId: 'ins_1', organisationId: 'org_1', plan, tariff, at }, nothing));
const sizeOf = ({ wallet }: World) => JSON.stringify(walletStream.stateToJson?.(wallet)).length;
/** Micro-MU for one unit of the first service, or why not. */
function priceIn({ wallet }: World): bigint | string {
  const rich = fold(
    walletStream,
    [
      {
        type: 'MuGranted',
        data: {
          id: 'grt_1',
          kind: 'gift',
          microMu: '1000',
          reference: null,
          note: null,
          by: 'per_1',
          month: '2026-11',
          at,
        },
      },
    ],
    wallet,
  );
  const decision = consumeMu(
    { id: 'chg_1', service: services[0]!, count: 1, reference: null, month: '2026-11', at },
    rich,
  );
  return decision.accepted ? decision.reply.microMu : decision.refusal.code;
}

describe('a tariff', () => {
  it('stays out of what is written with every charge but for the plan that is active, however large it is', () => {
    const world = open(plans[0]!);
    const chosen = after(world, choosePlan({ plan: plans[6]!, at }, world));
    const renewed = after(chosen, changeTariff({ tariff: largest, plan: null, at }, chosen));
    for (const each of [world, chosen, renewed]) expect(sizeOf(each)).toBeLessThan(20_000);
    expect([world, chosen, renewed].map(priceIn)).toEqual([1n, 7n, 7n]);
  });

  it('is asked for the rates of a plan when it is chosen, and is not written for that', () => {
    const world = open(plans[0]!);
    const decision = choosePlan({ plan: plans[99]!, at }, world);
    expect(decision).toMatchObject({ accepted: true, facts: { tariff: [] } });
    expect(priceIn(after(world, decision))).toBe(100n);
    expect(priceIn(after(world, choosePlan({ plan: 'gone', at }, world)))).toBe('wallet.plan_missing');
  });

  it('changes plan and rates together with a version of the plugin', () => {
    const world = open(plans[0]!);
    const doubled = { services, rates: { [plans[1]!]: { [services[0]!]: '44' } } };
    expect(priceIn(after(world, changeTariff({ tariff: doubled, plan: plans[1]!, at }, world)))).toBe(44n);
    expect(priceIn(after(world, changeTariff({ tariff: doubled, plan: null, at }, world)))).toBe('wallet.plan_missing');
  });

  it('moves out of a wallet that was opened while wallets had all plans themselves', () => {
    const facts: WalletFact[] = [
      {
        type: 'WalletOpened',
        data: { installationId: 'ins_1', organisationId: 'org_1', plan: plans[0]!, tariff: largest, at },
      },
      { type: 'PlanChosen', data: { plan: plans[1]!, at } },
    ];
    const old: World = { ...nothing, wallet: fold(walletStream, facts) };
    expect(priceIn(old)).toBe(2n);
    const moved = after(old, choosePlan({ plan: plans[2]!, at }, old));
    expect(sizeOf(moved)).toBeLessThan(20_000);
    expect(moved.tariff).toEqual({ tariff: largest });
    expect(priceIn(moved)).toBe(3n);
  });

  it('is nothing to a wallet that is not open', () => {
    expect(changeTariff({ tariff: largest, plan: null, at }, nothing)).toMatchObject({
      facts: { wallet: [], tariff: [] },
    });
    expect(choosePlan({ plan: plans[0]!, at }, nothing)).toMatchObject({ facts: { wallet: [], tariff: [] } });
  });
});
