/** The limits of a removed wallet, for the next wallet of the plugin (docs/reference/money.md). */
import type { Budget, Limits } from '../wallet-facts.js';
import type { ExistingWallet } from '../wallet.js';

/** Null for a wallet without a limit in which nothing was consumed. */
export function limitsOf({ budget, thresholdMicroMu, use }: ExistingWallet): Limits | null {
  const consumed = Object.entries(use.services).filter((entry) => entry[1].consumed > 0n);
  if (isUnlimited(budget) && thresholdMicroMu === null && consumed.length === 0) return null;
  const services = Object.fromEntries(consumed.map(([service, { consumed: mu }]) => [service, String(mu)]));
  return { budget, thresholdMicroMu, use: { month: use.month, services } };
}

/** The limits of two wallets that were removed one after the other. What the later one has set replaces the rest. */
export function combinedLimits(earlier: Limits | null, later: Limits | null): Limits | null {
  if (earlier === null || later === null) return later ?? earlier;
  return {
    budget: isUnlimited(later.budget) ? earlier.budget : later.budget,
    thresholdMicroMu: later.thresholdMicroMu ?? earlier.thresholdMicroMu,
    use: combinedUse(earlier.use, later.use),
  };
}

export function isUnlimited({ monthly, services }: Budget): boolean {
  return monthly === null && Object.keys(services).length === 0;
}

function combinedUse(a: Limits['use'], b: Limits['use']): Limits['use'] {
  if (a.month !== b.month) return a.month > b.month ? a : b;
  const services = { ...a.services };
  for (const [service, mu] of Object.entries(b.services))
    services[service] = String(BigInt(services[service] ?? '0') + BigInt(mu));
  return { month: a.month, services };
}
