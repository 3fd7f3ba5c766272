import { pageHandler, respond } from '@kushk/broker';
import { catalogueUsage, pageOfRows } from '@kushk/contracts';
import { Publishers } from '../../publisher/publishers.view.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

const PUBLISHERS_PER_PAGE = 100;

export const ListSettlementUsageHandler = pageHandler(
  catalogueUsage.listSettlementUsage,
  { publishers: Publishers, reports: UsageReports, usages: InstallationUsages },
  async ({ month }, { publishers, reports, usages }, start) => {
    const found = await publishers.page({ start, limit: PUBLISHERS_PER_PAGE });
    const { pageRows: page, next_cursor } = pageOfRows(found, PUBLISHERS_PER_PAGE, ({ id }) => id);
    const ids = page.map(({ id }) => id);
    const [totals, open] = await Promise.all([usages.totals(ids, month), reports.countOpen(ids, month)]);
    return respond({
      items: page.map(({ id, name }) => ({
        publisher_id: id,
        name,
        open_instances: open.get(id) ?? 0,
        plugins: totals.get(id) ?? [],
      })),
      next_cursor,
    });
  },
);
