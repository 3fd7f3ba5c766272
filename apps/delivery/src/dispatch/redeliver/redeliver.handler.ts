import { answer, no, onceOf } from '@kushk/broker';
import { delivery, type DeliveryResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { Dispatch } from '../dispatch.handler.js';
import { Deliveries } from '../list-deliveries/deliveries.view.js';

@Controller()
export class RedeliverHandler {
  constructor(
    private readonly store: EventStore,
    private readonly deliveries: Deliveries,
    private readonly endpoints: Endpoints,
    private readonly dispatch: Dispatch,
  ) {}

  /**
   * Sends an event again, a dead letter or one that was delivered, with the same id and body. The admin's click also
   * ends a stop by 410 and closes an open circuit.
   */
  @MessagePattern(delivery.redeliver.subject)
  async answer(request: RequestOf<typeof delivery.redeliver>): Promise<Outcome<DeliveryResource>> {
    const once = onceOf(request.once);
    const before = await this.store.answered<DeliveryResource>(once);
    if (before !== null) return before;
    const outcome = await this.redeliver(request);
    if (outcome.accepted) await this.store.keep(once, outcome.reply);
    return outcome;
  }

  private async redeliver({
    organisation_id,
    installation_id,
    event_id,
  }: RequestOf<typeof delivery.redeliver>): Promise<Outcome<DeliveryResource>> {
    const endpoint = await this.endpoints.of(installation_id);
    if (endpoint === null || endpoint.removed || endpoint.organisation_id !== organisation_id)
      return no('installation.not_found');
    if (!(await this.deliveries.queueAgain(installation_id, event_id, now()))) return no('delivery.not_found');
    const queued = await this.deliveries.one(installation_id, event_id);
    this.dispatch.resume(installation_id);
    return queued === null ? no('delivery.not_found') : answer(queued);
  }
}
