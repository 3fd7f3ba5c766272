/** The part of a plugin's capabilities that prices services, in whole micro-MU. */
import type { InstalledCapabilities } from '@kushk/contracts';
import { parseMu } from '@kushk/manifest';
import type { Tariff } from './wallet.js';

export function tariffFromWire(capabilities: InstalledCapabilities): Tariff {
  const rates = capabilities.plans.map((plan) => [plan.key, Object.fromEntries(Object.entries(plan.rates).map(([service, rate]) => [service, String(rateMicroMu(rate))]))]);
  return { services: capabilities.services.map((service) => service.key), rates: Object.fromEntries(rates) as Tariff['rates'] };
}

function rateMicroMu(rate: string): bigint {
  const micro = parseMu(rate);
  // The instance has checked the manifest before it offered the plugin: anything else is a broken neighbour.
  if (micro === null) throw new Error(`not a rate: ${rate}`);
  return micro;
}
