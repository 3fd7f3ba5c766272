/** The part of a plugin's capabilities that prices services, in whole micro-MU. */
import type { InstalledCapabilities } from '@kushk/contracts';
import { ratesMicroMu } from '@kushk/manifest';
import type { Tariff } from './tariff.js';

export function tariffFromWire(capabilities: InstalledCapabilities): Tariff {
  const rates = capabilities.plans.map((plan) => [
    plan.key,
    Object.fromEntries(Object.entries(ratesMicroMu(plan)).map(([service, rate]) => [service, String(rate)])),
  ]);
  return {
    services: capabilities.services.map((service) => service.key),
    rates: Object.fromEntries(rates) as Tariff['rates'],
  };
}
