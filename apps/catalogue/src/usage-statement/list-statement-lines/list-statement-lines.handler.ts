import { respond } from '@kushk/broker';
import { catalogueStatements, encodeCursor, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { UsageStatementRows } from '../usage-statements.view.js';

@Controller()
export class ListStatementLinesHandler {
  constructor(private readonly statements: UsageStatementRows) {}

  @MessagePattern(catalogueStatements.listLines.subject)
  async handle({
    publisher_id,
    month,
    cursor,
  }: RequestOf<typeof catalogueStatements.listLines>): Promise<Outcome<ReplyOf<typeof catalogueStatements.listLines>>> {
    const key = keyAfterCursor(cursor);
    const from = Number(key ?? 0);
    if (key === undefined || !Number.isSafeInteger(from) || from < 0) return refuse('cursor.invalid');
    const statement = await this.statements.find(publisher_id, month);
    if (statement === null) return refuse('usage.statement_not_found');
    const items = await this.statements.lines(publisher_id, month, from);
    const next = from + items.length;
    return respond({ items, next_cursor: next < statement.summary.lines ? encodeCursor(String(next)) : null });
  }
}
