import { respond } from '@kushk/broker';
import {
  catalogueMembers,
  keyAfterCursor,
  pageOfRows,
  type MemberResource,
  type Page,
  type RequestOf,
} from '@kushk/contracts';
import { refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { publisherStream } from '../../publisher/publisher.js';
import { PublisherMembers } from '../members.view.js';

@Controller()
export class ListMembersHandler {
  constructor(
    private readonly store: EventStore,
    private readonly members: PublisherMembers,
  ) {}

  @MessagePattern(catalogueMembers.listMembers.subject)
  async handle({
    publisher_id: publisherId,
    limit,
    cursor,
  }: RequestOf<typeof catalogueMembers.listMembers>): Promise<Outcome<Page<MemberResource>>> {
    const start = keyAfterCursor(cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const { state } = await this.store.load(streamRef(publisherStream, publisherId));
    if (state.status === 'absent') return refuse('publisher.not_found', { id: publisherId });
    const members = await this.members.list(publisherId, start, limit + 1);
    const { pageRows, next_cursor } = pageOfRows(members, limit, ({ id }) => id);
    return respond({ items: pageRows, next_cursor });
  }
}
