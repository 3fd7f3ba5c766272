/**
 * The wallet of one installation: MU granted, consumed and held. The balance is computed from these totals, so it can
 * always be recomputed from the facts. All totals except the held MU only increase. All amounts are whole micro-MU.
 * In facts they are decimal strings, because JSON has no 64-bit integers.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Prices } from '../price-list/price-list.js';

/** The balance is low when it is below this share of all MU ever granted. */
export const LOW_BALANCE_SHARE = { numerator: 1n, denominator: 10n } as const;

interface GrantData {
  readonly id: string;
  readonly kind: 'purchase' | 'gift';
  readonly amountMicroMu: string;
  readonly reference: string | null;
  readonly note: string | null;
  readonly by: string;
  readonly month: string;
  readonly at: string;
}
interface ConsumptionData {
  readonly id: string;
  /** Null for a charge without a hold. */
  readonly holdId: string | null;
  /**
   * True when this charge ended an open hold. False when it settled an expired hold late, because that hold ended
   * when it expired.
   */
  readonly endsOpenHold: boolean;
  readonly service: string;
  readonly count: number;
  readonly amountMicroMu: string;
  /** The amount that the hold reserved until this charge; 0 when there was no open hold. */
  readonly unreservedMicroMu: string;
  readonly reference: string | null;
  readonly month: string;
  readonly at: string;
}

export type WalletFact =
  | Fact<
      'WalletOpened',
      { installationId: string; organisationId: string; plan: string | null; prices: Prices; at: string }
    >
  | Fact<'PricesChanged', { prices: Prices; at: string }>
  | Fact<'PlanChosen', { plan: string; at: string }>
  | Fact<'MuGranted', GrantData>
  | Fact<'MuHeld', { holdId: string; amountMicroMu: string; at: string }>
  | Fact<'HeldMuReturned', { holdId: string; amountMicroMu: string; at: string }>
  | Fact<'MuConsumed', ConsumptionData>
  | Fact<
      'BalanceLow',
      { installationId: string; organisationId: string; availableMicroMu: string; thresholdMicroMu: string; at: string }
    >
  | Fact<'WalletClosed', { at: string }>;

/** The totals in micro-MU. All totals except `held` only increase. */
export interface WalletTotals {
  readonly purchased: bigint;
  readonly gifted: bigint;
  readonly consumed: bigint;
  readonly reversed: bigint;
  readonly revoked: bigint;
  readonly held: bigint;
}
interface WalletData {
  readonly installationId: string;
  readonly organisationId: string;
  readonly plan: string | null;
  readonly prices: Prices;
  readonly totals: WalletTotals;
  /** Only the number of open holds: each hold is a separate stream, so that the wallet stays small. */
  readonly openHolds: number;
  /**
   * True after a `BalanceLow` fact, until a grant raises the balance above the threshold. It prevents repeated
   * `BalanceLow` facts.
   */
  readonly lowBalanceReported: boolean;
}
/** The wallet in one of its statuses. `status-rules.ts` defines what each status allows. */
export type Wallet =
  | { readonly status: 'absent' }
  | ({ readonly status: 'open' } & WalletData)
  | ({ readonly status: 'closed' } & WalletData);
export type ExistingWallet = Exclude<Wallet, { status: 'absent' }>;

const NO_MU: WalletTotals = { purchased: 0n, gifted: 0n, consumed: 0n, reversed: 0n, revoked: 0n, held: 0n };

/** The balance that can be charged or held, in micro-MU. It is never negative (docs/reference/money.md). */
export function availableOf({ purchased, gifted, reversed, consumed, revoked, held }: WalletTotals): bigint {
  return purchased + gifted + reversed - consumed - revoked - held;
}

/** The threshold in micro-MU below which the balance is low. */
export function lowThresholdOf({ purchased, gifted }: WalletTotals): bigint {
  return ((purchased + gifted) * LOW_BALANCE_SHARE.numerator) / LOW_BALANCE_SHARE.denominator;
}

export const walletStream: StreamType<Wallet, WalletFact> = {
  category: 'wallet',
  initial: { status: 'absent' },
  stateVersion: 1,
  evolve,
  stateToJson: (wallet) =>
    wallet.status === 'absent' ? wallet : { ...wallet, totals: mapTotals(wallet.totals, String) },
  stateFromJson: (json) => {
    const wallet = json as Wallet;
    return wallet.status === 'absent' ? wallet : { ...wallet, totals: mapTotals(wallet.totals, BigInt) };
  },
};

function mapTotals<To>(totals: WalletTotals, to: (value: bigint) => To): { [K in keyof WalletTotals]: To } {
  const { purchased, gifted, consumed, reversed, revoked, held } = totals;
  return {
    purchased: to(purchased),
    gifted: to(gifted),
    consumed: to(consumed),
    reversed: to(reversed),
    revoked: to(revoked),
    held: to(held),
  };
}

function evolve(wallet: Wallet, fact: WalletFact): Wallet {
  if (fact.type === 'WalletOpened') {
    const { at: _at, ...opened } = fact.data;
    return { status: 'open', ...opened, totals: NO_MU, openHolds: 0, lowBalanceReported: false };
  }
  return wallet.status === 'absent' ? wallet : evolveExisting(wallet, fact);
}

function evolveExisting(wallet: ExistingWallet, fact: Exclude<WalletFact, { type: 'WalletOpened' }>): Wallet {
  const { totals } = wallet;
  switch (fact.type) {
    case 'PricesChanged':
      return { ...wallet, prices: fact.data.prices };
    case 'PlanChosen':
      return { ...wallet, plan: fact.data.plan };
    case 'MuGranted':
      return granted(wallet, fact.data);
    case 'MuHeld': {
      const held = totals.held + BigInt(fact.data.amountMicroMu);
      return { ...wallet, totals: { ...totals, held }, openHolds: wallet.openHolds + 1 };
    }
    case 'HeldMuReturned': {
      const held = totals.held - BigInt(fact.data.amountMicroMu);
      return { ...wallet, totals: { ...totals, held }, openHolds: wallet.openHolds - 1 };
    }
    case 'MuConsumed':
      return consumed(wallet, fact.data);
    case 'BalanceLow':
      return { ...wallet, lowBalanceReported: true };
    case 'WalletClosed':
      return { ...wallet, status: 'closed' };
    default:
      return unreachable(fact);
  }
}

function granted(wallet: ExistingWallet, { kind, amountMicroMu }: GrantData): Wallet {
  const total = kind === 'purchase' ? 'purchased' : 'gifted';
  const totals = { ...wallet.totals, [total]: wallet.totals[total] + BigInt(amountMicroMu) };
  const lowBalanceReported = wallet.lowBalanceReported && availableOf(totals) < lowThresholdOf(totals);
  return { ...wallet, totals, lowBalanceReported };
}

function consumed(wallet: ExistingWallet, { amountMicroMu, unreservedMicroMu, endsOpenHold }: ConsumptionData): Wallet {
  const { totals, openHolds } = wallet;
  return {
    ...wallet,
    totals: {
      ...totals,
      consumed: totals.consumed + BigInt(amountMicroMu),
      held: totals.held - BigInt(unreservedMicroMu),
    },
    openHolds: endsOpenHold ? openHolds - 1 : openHolds,
  };
}
