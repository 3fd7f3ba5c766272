import { respond } from '@kushk/broker';
import { catalogueUsage, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

@Controller()
export class GetUsageOfMonthsHandler {
  constructor(
    private readonly reports: UsageReports,
    private readonly usages: InstallationUsages,
  ) {}

  @MessagePattern(catalogueUsage.usageOfMonths.subject)
  async handle({
    publisher_id: publisherId,
    months,
  }: RequestOf<typeof catalogueUsage.usageOfMonths>): Promise<Outcome<ReplyOf<typeof catalogueUsage.usageOfMonths>>> {
    const [totals, open] = await Promise.all([
      this.usages.totalsOfMonths(publisherId, months),
      Promise.all(months.map((month) => this.reports.countOpen([publisherId], month))),
    ]);
    return respond({
      months: months.map((month, index) => ({
        month,
        open_instances: open[index]?.get(publisherId) ?? 0,
        ...totals.get(month)!,
      })),
    });
  }
}
