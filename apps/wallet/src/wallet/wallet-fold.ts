/** Folds the facts of a wallet into its state, and checks after each movement of MU that the balance is right. */
import { unreachable } from '@kushk/decider';
import { entryOf, hashOfEntry } from '../entries/entry.js';
import { isUnlimited } from './carry-in/limits.js';
import type {
  ConsumptionData,
  Freeze,
  GrantData,
  HoldData,
  HoldEndData,
  Limits,
  MovementFact,
  OpenedData,
  WalletFact,
} from './wallet-facts.js';
import {
  availableOf,
  freezeOf,
  isLow,
  type ActiveData,
  type ActiveWallet,
  type MonthUse,
  type Wallet,
  type WalletTotals,
} from './wallet.js';

const NO_BUDGETS = { month: '', budgets: [] } as const;
const NO_MU: WalletTotals = {
  purchased: 0n,
  gifted: 0n,
  consumed: 0n,
  reversed: 0n,
  revoked: 0n,
  carriedIn: 0n,
  carriedOut: 0n,
  held: 0n,
};

/** The state after a fact would not satisfy the rules of the balance. Nothing is stored then. */
export class WalletInvariantViolated extends Error {
  override readonly name = 'WalletInvariantViolated';
}

export function evolveWallet(wallet: Wallet, fact: WalletFact): Wallet {
  switch (wallet.status) {
    case 'absent':
      return fact.type === 'WalletOpened' ? opened(fact.data) : wallet;
    case 'closed':
      return wallet;
    case 'open':
    case 'frozen':
      return evolveActive(wallet, fact);
    default:
      return unreachable(wallet);
  }
}

function opened({ at: _at, ...terms }: OpenedData): ActiveWallet {
  return {
    status: 'open',
    ...terms,
    totals: NO_MU,
    giftedLeft: 0n,
    openHolds: 0,
    use: { month: '', consumed: 0n, services: {} },
    budget: { monthly: null, services: {} },
    thresholdMicroMu: null,
    lowBalanceReported: false,
    budgetsReported: NO_BUDGETS,
    chain: { sequence: 0, previousHash: null, hash: null, gifted: 0n },
  };
}

function evolveActive(wallet: ActiveWallet, fact: WalletFact): Wallet {
  switch (fact.type) {
    case 'WalletOpened':
      return wallet;
    case 'PricesChanged':
      return { ...wallet, prices: fact.data.prices };
    case 'PlanChosen':
      return { ...wallet, plan: fact.data.plan };
    case 'BalanceLow':
      return { ...wallet, lowBalanceReported: true };
    case 'BudgetReached': {
      const { service, month } = fact.data;
      const { budgetsReported: reported } = wallet;
      const budgets = reported.month === month ? [...reported.budgets, service] : [service];
      return { ...wallet, budgetsReported: { month, budgets } };
    }
    case 'FreezeReported':
      return wallet;
    case 'WalletFrozen':
      return frozenWallet(wallet, fact.data);
    case 'WalletUnfrozen':
      return unfrozenWallet(wallet);
    case 'BudgetSet':
      return {
        ...wallet,
        budget: { monthly: fact.data.monthly, services: fact.data.services },
        budgetsReported: NO_BUDGETS,
      };
    case 'ThresholdSet':
      return recovered({ ...wallet, thresholdMicroMu: fact.data.thresholdMicroMu });
    case 'LimitsCarriedIn':
      return withLimits(wallet, fact.data);
    case 'WalletClosed': {
      const { openHolds: _open, lowBalanceReported: _low, budgetsReported: _budgets, ...data } = activeDataOf(wallet);
      return { ...data, status: 'closed', frozen: freezeOf(wallet) };
    }
    default:
      return withEntry(wallet, checked(moved(wallet, fact)), fact);
  }
}

/** Limits that an admin has set in this wallet stay. */
function withLimits(wallet: ActiveWallet, { budget, thresholdMicroMu, use }: Limits): ActiveWallet {
  const used = Object.entries(use.services).reduce(
    (sum, [service, mu]) => useAfter(sum, { service, month: use.month, consumed: BigInt(mu), held: 0n }),
    wallet.use,
  );
  return recovered({
    ...wallet,
    budget: isUnlimited(wallet.budget) ? budget : wallet.budget,
    thresholdMicroMu: wallet.thresholdMicroMu ?? thresholdMicroMu,
    use: used,
  });
}

export function frozenWallet(wallet: ActiveWallet, frozen: Freeze): ActiveWallet {
  return { ...activeDataOf(wallet), status: 'frozen', frozen };
}

export function unfrozenWallet(wallet: ActiveWallet): ActiveWallet {
  return { ...activeDataOf(wallet), status: 'open' };
}

/** What an active wallet has in every status, so that no status keeps a field of another one. */
function activeDataOf(wallet: ActiveWallet): ActiveData {
  switch (wallet.status) {
    case 'open': {
      const { status: _status, ...data } = wallet;
      return data;
    }
    case 'frozen': {
      const { status: _status, frozen: _frozen, ...data } = wallet;
      return data;
    }
    default:
      return unreachable(wallet);
  }
}

function moved(wallet: ActiveWallet, fact: MovementFact): ActiveWallet {
  const { totals } = wallet;
  switch (fact.type) {
    case 'MuGranted':
      return granted(wallet, fact.data);
    case 'MuRevoked': {
      const { kind, amountMicroMu } = fact.data;
      const amount = BigInt(amountMicroMu);
      const giftedLeft = kind === 'gift' ? wallet.giftedLeft - amount : wallet.giftedLeft;
      return { ...wallet, totals: { ...totals, revoked: totals.revoked + amount }, giftedLeft };
    }
    case 'MuConsumed':
      return consumed(wallet, fact.data);
    case 'MuReversed': {
      const reversed = totals.reversed + BigInt(fact.data.amountMicroMu);
      const giftedLeft = wallet.giftedLeft + BigInt(fact.data.giftedMicroMu);
      return recovered({ ...wallet, totals: { ...totals, reversed }, giftedLeft });
    }
    case 'MuHeld':
      return held(wallet, fact.data);
    case 'HeldMuReturned':
      return returned(wallet, fact.data);
    case 'MuCarriedIn': {
      const carriedIn = totals.carriedIn + BigInt(fact.data.amountMicroMu);
      return recovered({ ...wallet, totals: { ...totals, carriedIn } });
    }
    case 'MuCarriedOut': {
      const carriedOut = totals.carriedOut + BigInt(fact.data.amountMicroMu);
      return { ...wallet, totals: { ...totals, carriedOut } };
    }
    default:
      return unreachable(fact);
  }
}

function granted(wallet: ActiveWallet, { kind, amountMicroMu }: GrantData): ActiveWallet {
  const { totals } = wallet;
  const amount = BigInt(amountMicroMu);
  if (kind === 'purchase') return recovered({ ...wallet, totals: { ...totals, purchased: totals.purchased + amount } });
  const giftedLeft = wallet.giftedLeft + amount;
  return recovered({ ...wallet, totals: { ...totals, gifted: totals.gifted + amount }, giftedLeft });
}

function consumed(wallet: ActiveWallet, data: ConsumptionData): ActiveWallet {
  const { totals, giftedLeft, openHolds } = wallet;
  const [amount, unreserved] = [BigInt(data.amountMicroMu), BigInt(data.unreservedMicroMu)];
  return {
    ...wallet,
    totals: { ...totals, consumed: totals.consumed + amount, held: totals.held - unreserved },
    giftedLeft: giftedLeft - (giftedLeft < amount ? giftedLeft : amount),
    openHolds: data.endsOpenHold ? openHolds - 1 : openHolds,
    use: useAfter(wallet.use, { service: data.service, month: data.month, consumed: amount, held: -unreserved }),
  };
}

function held(wallet: ActiveWallet, data: HoldData): ActiveWallet {
  const { amountMicroMu, service } = data;
  const { totals, openHolds, use } = wallet;
  const amount = BigInt(amountMicroMu);
  return {
    ...wallet,
    totals: { ...totals, held: totals.held + amount },
    openHolds: openHolds + 1,
    use: useAfter(use, { service, month: use.month, consumed: 0n, held: amount }),
  };
}

function returned(wallet: ActiveWallet, data: HoldEndData): ActiveWallet {
  const amount = BigInt(data.amountMicroMu);
  const { use } = wallet;
  const totals = { ...wallet.totals, held: wallet.totals.held - amount };
  if (data.holdId === null) return { ...wallet, totals, openHolds: 0, use: { ...use, services: withoutHeld(use) } };
  const used = { service: data.service, month: use.month, consumed: 0n, held: -amount };
  return { ...wallet, totals, openHolds: wallet.openHolds - 1, use: useAfter(use, used) };
}

interface Used {
  readonly service: string;
  readonly month: string;
  readonly consumed: bigint;
  readonly held: bigint;
}

/** A charge in a new month starts from zero. A charge in a month before, of a slower clock, counts in no budget. */
function useAfter(use: MonthUse, { service, month, consumed, held }: Used): MonthUse {
  const current = month > use.month ? startedMonth(use, month) : use;
  const counted = month === current.month ? consumed : 0n;
  const before = Object.hasOwn(current.services, service) ? current.services[service]! : { consumed: 0n, held: 0n };
  const heldAfter = before.held + held;
  const after = { consumed: before.consumed + counted, held: heldAfter < 0n ? 0n : heldAfter };
  const { [service]: _before, ...others } = current.services;
  const services = after.consumed === 0n && after.held === 0n ? others : { ...others, [service]: after };
  return { month: current.month, consumed: current.consumed + counted, services };
}

function startedMonth(use: MonthUse, month: string): MonthUse {
  const stillHeld = Object.entries(use.services).filter(([, { held }]) => held > 0n);
  const services = Object.fromEntries(stillHeld.map(([service, { held }]) => [service, { consumed: 0n, held }]));
  return { month, consumed: 0n, services };
}

function withoutHeld({ services }: MonthUse): MonthUse['services'] {
  const used = Object.entries(services).filter(([, { consumed }]) => consumed > 0n);
  return Object.fromEntries(used.map(([service, { consumed }]) => [service, { consumed, held: 0n }]));
}

/** More MU or a lower threshold may end a low balance, so that the next one is reported again. */
function recovered(wallet: ActiveWallet): ActiveWallet {
  return wallet.lowBalanceReported && !isLow(wallet) ? { ...wallet, lowBalanceReported: false } : wallet;
}

/** The rules of docs/reference/money.md. Decisions refuse what would break them, so a violation is a bug. */
function checked(wallet: ActiveWallet): ActiveWallet {
  const { totals, giftedLeft } = wallet;
  const available = availableOf(totals);
  const isRight =
    available >= 0n &&
    totals.held >= 0n &&
    giftedLeft >= 0n &&
    giftedLeft <= available + totals.held &&
    totals.reversed <= totals.consumed;
  if (isRight) return wallet;
  throw new WalletInvariantViolated(
    `wallet ${wallet.installationId}: available ${available}, held ${totals.held}, gifts left ${giftedLeft}, ` +
      `consumed ${totals.consumed}, reversed ${totals.reversed}`,
  );
}

function withEntry(before: ActiveWallet, after: ActiveWallet, fact: MovementFact): ActiveWallet {
  const change = after.giftedLeft - before.giftedLeft;
  const { sequence, hash } = before.chain;
  const next = { sequence: sequence + 1, previousHash: hash, hash: null, gifted: change < 0n ? -change : change };
  const wallet = { ...after, chain: next };
  return { ...wallet, chain: { ...next, hash: hashOfEntry(wallet.installationId, entryOf(fact, wallet)) } };
}
