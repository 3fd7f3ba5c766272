/** What a service costs under the active plan: count × rate, exact, never rounded (contract §8). */
import { refuse, type Refused } from '@kushk/decider';
import { formatMu } from '@kushk/manifest';
import { MAX_MICRO_MU, availableOf, lowThresholdOf, type OpenWallet, type WalletFact } from './wallet.js';

/** Counts are integers from 1 to a thousand million (contract §8). */
export const MAX_COUNT = 1_000_000_000;

export interface Charge {
  readonly microMu: bigint;
  /** Micro-MU per unit. */
  readonly rateMicroMu: bigint;
}

/** Prices a service, or says why it has no price. */
export function chargeFor(wallet: OpenWallet, service: string, count: number): Charge | Refused {
  if (!isCount(count, 1)) return refuse('wallet.count_invalid', { min: 1, max: MAX_COUNT });
  if (!wallet.tariff.services.includes(service)) return refuse('wallet.service_unknown', { service });
  const rates = wallet.plan === null ? undefined : wallet.tariff.rates[wallet.plan];
  if (rates === undefined) return refuse('wallet.plan_missing', { plan: wallet.plan });
  const rate = Object.hasOwn(rates, service) ? rates[service] : undefined;
  if (rate === undefined) return refuse('wallet.service_unrated', { service, plan: wallet.plan });
  const rateMicroMu = BigInt(rate);
  const microMu = rateMicroMu * BigInt(count);
  if (microMu > MAX_MICRO_MU)
    return refuse('wallet.count_invalid', { min: 1, max: Number(MAX_MICRO_MU / rateMicroMu) });
  return { microMu, rateMicroMu };
}

export function isCount(count: number, min: number): boolean {
  return Number.isInteger(count) && count >= min && count <= MAX_COUNT;
}

/** `null` if the wallet can pay; else the refusal that the contract names for it (402). */
export function shortOf(wallet: OpenWallet, microMu: bigint): Refused | null {
  const available = availableOf(wallet.counters);
  return available >= microMu
    ? null
    : refuse('wallet.insufficient_balance', { required: formatMu(microMu), available: formatMu(available) });
}

/** The fact that a wallet ran low, if it did by taking `takenMicroMu` off what is available; at most once per grant. */
export function ranLow(wallet: OpenWallet, takenMicroMu: bigint, at: string): WalletFact[] {
  const available = availableOf(wallet.counters) - takenMicroMu;
  const threshold = lowThresholdOf(wallet.counters);
  if (wallet.saidLow || available >= threshold) return [];
  const { installationId, organisationId } = wallet;
  return [
    {
      type: 'WalletRanLow',
      data: {
        installationId,
        organisationId,
        availableMicroMu: String(available),
        thresholdMicroMu: String(threshold),
        at,
      },
    },
  ];
}
