import { respond } from '@kushk/broker';
import { delivery, type DeliveryResource, type Page, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { Deliveries } from './deliveries.view.js';
import { cursorOf, LIST_START, positionOf } from './list-position.js';

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
    const position = cursor === null ? LIST_START : positionOf(cursor, installation_id);
    if (position === null) return refuse('cursor.invalid');
    if (!(await this.endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    const { items, next } = await this.deliveries.listAfter(installation_id, position, limit);
    return respond({ items, next_cursor: next === null ? null : cursorOf(installation_id, next) });
  }
}
