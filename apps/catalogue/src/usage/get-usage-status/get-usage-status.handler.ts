import { respond } from '@kushk/broker';
import { catalogueUsage, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Instances } from '../../instance/instances.view.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

@Controller()
export class GetUsageStatusHandler {
  constructor(
    private readonly instances: Instances,
    private readonly reports: UsageReports,
    private readonly usages: InstallationUsages,
  ) {}

  @MessagePattern(catalogueUsage.usageStatus.subject)
  async handle({
    publisher_id,
    month,
  }: RequestOf<typeof catalogueUsage.usageStatus>): Promise<Outcome<ReplyOf<typeof catalogueUsage.usageStatus>>> {
    const [instances, reports, counts] = await Promise.all([
      this.instances.all(),
      this.reports.of(publisher_id, month),
      this.usages.countByInstance(publisher_id, month),
    ]);
    const registered = new Set(instances.map(({ id }) => id));
    const closed = new Map(reports.map((report) => [report.instance_id, report.closed]));
    const ids = [...new Set([...registered, ...closed.keys(), ...counts.keys()])].sort();
    return respond({
      instances: ids.map((id) => ({
        instance_id: id,
        registered: registered.has(id),
        closed: closed.get(id) ?? false,
        installations: counts.get(id) ?? 0,
      })),
    });
  }
}
