/**
 * The wallet of one installation: what came in, what was consumed, what is held. Every counter only grows;
 * what is available follows from them, so that a partial sum is always a true minimum (contract §8).
 * All amounts are whole micro-MU; in facts they are decimal strings, since JSON has no 64-bit integers.
 */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Tariff } from '../tariff/tariff.js';

/** 2⁶³−1: the largest amount that the ledger keeps. */
export const MAX_MICRO_MU = 9_223_372_036_854_775_807n;
/** A wallet is low under this share of all MU ever granted. */
export const LOW_SHARE = { numerator: 1n, denominator: 10n } as const;

/** `tariff` is what the wallet charges by: all services, the rates of its plan. Facts from before tariffs had a stream bring the rates of all plans. */
export type WalletFact =
  | Fact<
      'WalletOpened',
      { installationId: string; organisationId: string; plan: string | null; tariff: Tariff; at: string }
    >
  | Fact<'TariffChanged', { tariff: Tariff; at: string }>
  | Fact<'PlanChosen', { plan: string; at: string }>
  | Fact<
      'MuGranted',
      {
        id: string;
        kind: 'purchase' | 'gift';
        microMu: string;
        reference: string | null;
        note: string | null;
        by: string;
        month: string;
        at: string;
      }
    >
  | Fact<'MuHeld', { holdId: string; microMu: string; at: string }>
  | Fact<'HeldMuReturned', { holdId: string; microMu: string; at: string }>
  /**
   * `unheldMicroMu` leaves the held MU at the same time: all that the hold had, or 0 where nothing was held (any more).
   * `endsHold`: whether the hold was open until then. It is left out where there is no hold, and facts from before it was
   * said lack it: then it was where MU were held.
   */
  | Fact<
      'MuConsumed',
      {
        id: string;
        holdId: string | null;
        endsHold?: boolean;
        service: string;
        count: number;
        microMu: string;
        unheldMicroMu: string;
        reference: string | null;
        month: string;
        at: string;
      }
    >
  | Fact<
      'WalletRanLow',
      { installationId: string; organisationId: string; availableMicroMu: string; thresholdMicroMu: string; at: string }
    >
  | Fact<'WalletClosed', { at: string }>;

export interface Counters {
  readonly purchased: bigint;
  readonly gifted: bigint;
  readonly consumed: bigint;
  readonly reversed: bigint;
  readonly revoked: bigint;
  readonly held: bigint;
}
export type Wallet =
  | { readonly status: 'absent' }
  | {
      readonly status: 'open' | 'closed';
      readonly installationId: string;
      readonly organisationId: string;
      readonly plan: string | null;
      /** Written with every charge: only the rates of `plan`, the others stand in the stream of the tariff. */
      readonly tariff: Tariff;
      readonly counters: Counters;
      /** How many holds are open; which ones is a matter of their own streams. */
      readonly openHolds: number;
      /** Said once per crossing: set when the wallet ran low, cleared when a grant lifts it again. */
      readonly saidLow: boolean;
    };
export type OpenWallet = Exclude<Wallet, { status: 'absent' }>;

const NOTHING: Counters = { purchased: 0n, gifted: 0n, consumed: 0n, reversed: 0n, revoked: 0n, held: 0n };

/** available = purchased + gifted + reversed − consumed − revoked − held; never below zero (contract §8). */
export function availableOf(c: Counters): bigint {
  return c.purchased + c.gifted + c.reversed - c.consumed - c.revoked - c.held;
}

/** Under this the wallet is low: a tenth of all that was ever granted. */
export function lowThresholdOf(c: Counters): bigint {
  return ((c.purchased + c.gifted) * LOW_SHARE.numerator) / LOW_SHARE.denominator;
}

export const walletStream: StreamType<Wallet, WalletFact> = {
  category: 'wallet',
  initial: { status: 'absent' },
  stateVersion: 2,
  evolve,
  stateToJson: (wallet) =>
    wallet.status === 'absent' ? wallet : { ...wallet, counters: mapCounters(wallet.counters, String) },
  stateFromJson: (json) => {
    const wallet = json as Wallet;
    return wallet.status === 'absent' ? wallet : { ...wallet, counters: mapCounters(wallet.counters, BigInt) };
  },
};

function mapCounters<To>(counters: Counters, to: (value: bigint) => To): { [K in keyof Counters]: To } {
  const { purchased, gifted, consumed, reversed, revoked, held } = counters;
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
    const { installationId, organisationId, plan, tariff } = fact.data;
    return {
      status: 'open',
      installationId,
      organisationId,
      plan,
      tariff,
      counters: NOTHING,
      openHolds: 0,
      saidLow: false,
    };
  }
  if (wallet.status === 'absent') return wallet;
  const c = wallet.counters;
  switch (fact.type) {
    case 'TariffChanged':
      return { ...wallet, tariff: fact.data.tariff };
    case 'PlanChosen':
      return { ...wallet, plan: fact.data.plan };
    case 'MuGranted': {
      const counter = fact.data.kind === 'purchase' ? 'purchased' : 'gifted';
      const counters = { ...c, [counter]: c[counter] + BigInt(fact.data.microMu) };
      return { ...wallet, counters, saidLow: wallet.saidLow && availableOf(counters) < lowThresholdOf(counters) };
    }
    case 'MuHeld':
      return {
        ...wallet,
        counters: { ...c, held: c.held + BigInt(fact.data.microMu) },
        openHolds: wallet.openHolds + 1,
      };
    case 'HeldMuReturned':
      return {
        ...wallet,
        counters: { ...c, held: c.held - BigInt(fact.data.microMu) },
        openHolds: wallet.openHolds - 1,
      };
    case 'MuConsumed': {
      const { microMu, unheldMicroMu, endsHold = unheldMicroMu !== '0' } = fact.data;
      const counters = { ...c, consumed: c.consumed + BigInt(microMu), held: c.held - BigInt(unheldMicroMu) };
      return { ...wallet, counters, openHolds: endsHold ? wallet.openHolds - 1 : wallet.openHolds };
    }
    case 'WalletRanLow':
      return { ...wallet, saidLow: true };
    case 'WalletClosed':
      return { ...wallet, status: 'closed' };
    default:
      return unreachable(fact);
  }
}
