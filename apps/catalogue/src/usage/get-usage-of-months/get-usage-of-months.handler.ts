import { queryHandler, respond } from '@kushk/broker';
import { catalogueUsage } from '@kushk/contracts';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

export const GetUsageOfMonthsHandler = queryHandler(
  catalogueUsage.usageOfMonths,
  { reports: UsageReports, usages: InstallationUsages },
  async ({ publisher_id: publisherId, plugin_id: pluginId, months }, { reports, usages }) => {
    const [totals, open] = await Promise.all([
      usages.totalsOfMonths({ publisherId, pluginId }, months),
      Promise.all(months.map((month) => reports.countOpen([publisherId], month))),
    ]);
    return respond({
      months: months.map((month, index) => ({
        month,
        open_instances: open[index]?.get(publisherId) ?? 0,
        ...totals.get(month)!,
      })),
    });
  },
);
