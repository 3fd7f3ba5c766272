/** Converts a wallet to the API format: MU as decimal strings (docs/reference/money.md). */
import type { Balance, WalletControls } from '@kushk/contracts';
import { formatMu } from '@kushk/manifest';
import { availableOf, freezeOf, lowThresholdOf, type ExistingWallet } from './wallet.js';

export function balanceOf({ totals }: ExistingWallet): Balance {
  return { available: formatMu(availableOf(totals)), held: formatMu(totals.held) };
}

export function controlsToWire(wallet: ExistingWallet): WalletControls {
  const { status, budget, thresholdMicroMu } = wallet;
  const services = Object.entries(budget.services).map(([service, limit]) => [service, formatMu(BigInt(limit))]);
  return {
    status,
    frozen: freezeOf(wallet),
    budget: {
      monthly: budget.monthly === null ? null : formatMu(BigInt(budget.monthly)),
      services: Object.fromEntries(services) as Record<string, string>,
    },
    threshold: thresholdMicroMu === null ? null : formatMu(BigInt(thresholdMicroMu)),
    low_threshold: formatMu(lowThresholdOf(wallet)),
  };
}
