import { queryHandler, respond } from '@kushk/broker';
import { catalogueUsage } from '@kushk/contracts';
import { Instances } from '../../instance/instances.view.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

export const GetUsageStatusHandler = queryHandler(
  catalogueUsage.usageStatus,
  { instances: Instances, reports: UsageReports, usages: InstallationUsages },
  async ({ publisher_id, month }, { instances, reports, usages }) => {
    const [allInstances, reported, counts] = await Promise.all([
      instances.all(),
      reports.of(publisher_id, month),
      usages.countByInstance(publisher_id, month),
    ]);
    const registered = new Set(allInstances.map(({ id }) => id));
    const closed = new Map(reported.map((report) => [report.instance_id, report.closed]));
    const ids = [...new Set([...registered, ...closed.keys(), ...counts.keys()])].sort();
    return respond({
      instances: ids.map((id) => ({
        instance_id: id,
        registered: registered.has(id),
        closed: closed.get(id) ?? false,
        installations: counts.get(id) ?? 0,
      })),
    });
  },
);
