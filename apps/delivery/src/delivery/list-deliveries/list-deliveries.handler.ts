import { respond } from '@kushk/broker';
import { delivery, type DeliveryResource, type Page, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { cursorAt, sequenceOf } from '../../feed/poll-events/cursor.js';
import { Deliveries } from './deliveries.view.js';

@Controller()
export class ListDeliveriesHandler {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly endpoints: Endpoints,
  ) {}

  /** Lists deliveries, newest first. Returns "not found" for an installation of another organisation. */
  @MessagePattern(delivery.listDeliveries.subject)
  async handle({
    organisation_id,
    installation_id,
    limit,
    cursor,
  }: RequestOf<typeof delivery.listDeliveries>): Promise<Outcome<Page<DeliveryResource>>> {
    const before = cursor === null ? null : sequenceOf(cursor, installation_id);
    if (cursor !== null && before === null) return refuse('cursor.invalid');
    if (!(await this.endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    const rows = await this.deliveries.listBefore(installation_id, before, limit + 1);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return respond({ items, next_cursor: last === undefined ? null : cursorAt(installation_id, last.sequence) });
  }
}
