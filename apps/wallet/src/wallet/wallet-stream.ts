/** The stream of a wallet: `wallet.ts` has its state, `wallet-facts.ts` its facts, `wallet-fold.ts` the fold. */
import type { StreamType } from '@kushk/decider';
import type { WalletFact } from './wallet-facts.js';
import { evolveWallet } from './wallet-fold.js';
import type { ExistingWallet, Wallet } from './wallet.js';

export const walletStream: StreamType<Wallet, WalletFact> = {
  category: 'wallet',
  factTypes: {
    WalletOpened: true,
    PricesChanged: true,
    PlanChosen: true,
    MuGranted: true,
    MuRevoked: true,
    MuReversed: true,
    MuCarriedIn: true,
    MuCarriedOut: true,
    WalletFrozen: true,
    WalletUnfrozen: true,
    BudgetSet: true,
    ThresholdSet: true,
    LimitsCarriedIn: true,
    MuHeld: true,
    HeldMuReturned: true,
    MuConsumed: true,
    BalanceLow: true,
    BudgetReached: true,
    FreezeReported: true,
    WalletClosed: true,
  },
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve: evolveWallet,
  stateToJson: (wallet) => (wallet.status === 'absent' ? wallet : { ...wallet, ...amountsOf(wallet, String) }),
  stateFromJson: (json) => {
    const wallet = json as Wallet;
    return wallet.status === 'absent' ? wallet : ({ ...wallet, ...amountsOf(wallet, BigInt) } as Wallet);
  },
};

/** Converts every amount of the state. JSON has no 64-bit integers. */
function amountsOf<To>({ totals, giftedLeft, use, chain }: ExistingWallet, to: (value: bigint) => To) {
  const { purchased, gifted, consumed, reversed, revoked, carriedIn, carriedOut, held } = totals;
  const services: Record<string, { readonly consumed: To; readonly held: To }> = {};
  for (const [service, used] of Object.entries(use.services))
    services[service] = { consumed: to(used.consumed), held: to(used.held) };
  return {
    totals: {
      purchased: to(purchased),
      gifted: to(gifted),
      consumed: to(consumed),
      reversed: to(reversed),
      revoked: to(revoked),
      carriedIn: to(carriedIn),
      carriedOut: to(carriedOut),
      held: to(held),
    },
    giftedLeft: to(giftedLeft),
    use: { month: use.month, consumed: to(use.consumed), services },
    chain: { ...chain, gifted: to(chain.gifted) },
  };
}
