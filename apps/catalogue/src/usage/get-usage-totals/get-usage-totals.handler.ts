import { queryHandler, respond } from '@kushk/broker';
import { catalogueUsage } from '@kushk/contracts';
import { InstallationUsages } from '../installation-usage.view.js';

export const GetUsageTotalsHandler = queryHandler(
  catalogueUsage.usageTotals,
  { usages: InstallationUsages },
  async ({ publisher_id, month }, { usages }) => {
    const totals = await usages.totals([publisher_id], month);
    return respond({ plugins: totals.get(publisher_id) ?? [] });
  },
);
