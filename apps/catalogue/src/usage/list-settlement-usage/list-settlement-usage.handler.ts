import { respond } from '@kushk/broker';
import { catalogueUsage, encodeCursor, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Publishers } from '../../publisher/publishers.view.js';
import { InstallationUsages } from '../installation-usage.view.js';
import { UsageReports } from '../usage-reports.view.js';

const PUBLISHERS_PER_PAGE = 100;

@Controller()
export class ListSettlementUsageHandler {
  constructor(
    private readonly publishers: Publishers,
    private readonly reports: UsageReports,
    private readonly usages: InstallationUsages,
  ) {}

  @MessagePattern(catalogueUsage.listSettlementUsage.subject)
  async handle({
    month,
    cursor,
  }: RequestOf<typeof catalogueUsage.listSettlementUsage>): Promise<
    Outcome<ReplyOf<typeof catalogueUsage.listSettlementUsage>>
  > {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const rest = (await this.publishers.all())
      .filter(({ id }) => start === null || id > start)
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const page = rest.slice(0, PUBLISHERS_PER_PAGE);
    const ids = page.map(({ id }) => id);
    const [totals, open] = await Promise.all([this.usages.totals(ids, month), this.reports.countOpen(ids, month)]);
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
  }
}
