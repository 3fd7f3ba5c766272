import { respond } from '@kushk/broker';
import { catalogueStatements, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { UsageStatementRows } from '../usage-statements.view.js';

@Controller()
export class GetUsageStatementHandler {
  constructor(private readonly statements: UsageStatementRows) {}

  @MessagePattern(catalogueStatements.get.subject)
  async handle({
    publisher_id,
    month,
  }: RequestOf<typeof catalogueStatements.get>): Promise<Outcome<ReplyOf<typeof catalogueStatements.get>>> {
    const found = await this.statements.find(publisher_id, month);
    if (found === null) return refuse('usage.statement_not_found');
    return respond({ month: found.month, envelope: found.envelope });
  }
}
