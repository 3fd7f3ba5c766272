import { pageHandler, respond } from '@kushk/broker';
import { catalogueUsage, encodeCursor } from '@kushk/contracts';
import { Publishers } from '../../publisher/publishers.view.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

const PUBLISHERS_PER_PAGE = 100;

export const ListSettlementUsageHandler = pageHandler(
  catalogueUsage.listSettlementUsage,
  { publishers: Publishers, reports: UsageReports, usages: InstallationUsages },
  async ({ month }, { publishers, reports, usages }, start) => {
    const rest = (await publishers.all())
      .filter(({ id }) => start === null || id > start)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const page = rest.slice(0, PUBLISHERS_PER_PAGE);
    const ids = page.map(({ id }) => id);
    const [totals, open] = await Promise.all([usages.totals(ids, month), reports.countOpen(ids, month)]);
    const last = page.at(-1);
    return respond({
      items: page.map(({ id, name }) => ({
        publisher_id: id,
        name,
        open_instances: open.get(id) ?? 0,
        plugins: totals.get(id) ?? [],
      })),
      next_cursor: rest.length > page.length && last !== undefined ? encodeCursor(last.id) : null,
    });
  },
);
