import type { InstalledCapabilities } from '@kushk/contracts';
import { ratesMicroMu } from '@kushk/manifest';
import type { PriceList, Rates } from './price-list.js';

/** Converts the price list in a plugin's capabilities to whole micro-MU. */
export function priceListFromWire({ services, plans }: InstalledCapabilities): PriceList {
  return {
    services: services.map(({ key }) => key),
    ratesByPlan: Object.fromEntries(plans.map((plan) => [plan.key, asStrings(ratesMicroMu(plan))])),
  };
}

function asStrings(rates: Readonly<Record<string, bigint>>): Rates {
  return Object.fromEntries(Object.entries(rates).map(([service, rate]) => [service, String(rate)]));
}
