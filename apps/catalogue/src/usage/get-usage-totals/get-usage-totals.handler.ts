import { respond } from '@kushk/broker';
import { catalogueUsage, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationUsages } from '../installation-usage.view.js';

@Controller()
export class GetUsageTotalsHandler {
  constructor(private readonly usages: InstallationUsages) {}

  @MessagePattern(catalogueUsage.usageTotals.subject)
  async handle({
    publisher_id,
    month,
  }: RequestOf<typeof catalogueUsage.usageTotals>): Promise<Outcome<ReplyOf<typeof catalogueUsage.usageTotals>>> {
    const totals = await this.usages.totals([publisher_id], month);
    return respond({ plugins: totals.get(publisher_id) ?? [] });
  }
}
