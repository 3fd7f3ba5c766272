import { respond } from '@kushk/broker';
import { catalogueStatements, encodeCursor, keyAfterCursor, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { UsageStatementRows } from '../usage-statements.view.js';

@Controller()
export class ListUsageStatementsHandler {
  constructor(
    private readonly store: EventStore,
    private readonly statements: UsageStatementRows,
  ) {}

  @MessagePattern(catalogueStatements.list.subject)
  async handle({
    publisher_id,
    cursor,
    limit,
  }: RequestOf<typeof catalogueStatements.list>): Promise<Outcome<ReplyOf<typeof catalogueStatements.list>>> {
    const before = keyAfterCursor(cursor);
    if (before === undefined) return refuse('cursor.invalid');
    const { state } = await this.store.load(streamRef(publisherStream, publisher_id));
    if (state.status === 'absent') return refuse('publisher.not_found', { id: publisher_id });
    const found = await this.statements.list(publisher_id, before, limit + 1);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return respond({
      items,
      next_cursor: found.length > limit && last !== undefined ? encodeCursor(last.month) : null,
    });
  }
}
