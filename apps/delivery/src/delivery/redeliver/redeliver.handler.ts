import { respond, idempotencyOf } from '@kushk/broker';
import { delivery, type DeliveryResource, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { DeliveryWorkers } from '../../sending/delivery-workers.worker.js';
import { Deliveries } from '../list-deliveries/deliveries.view.js';

@Controller()
export class RedeliverHandler {
  constructor(
    private readonly store: EventStore,
    private readonly deliveries: Deliveries,
    private readonly workers: DeliveryWorkers,
  ) {}

  /**
   * Delivers an event again with the same id and body, even if it was delivered before or is a dead letter, or a
   * lifecycle call that the plugin has not accepted. Sends only this one: an open circuit and a stop after a 410 stay,
   * and other deliveries wait as before.
   */
  @MessagePattern(delivery.redeliver.subject)
  async handle(request: RequestOf<typeof delivery.redeliver>): Promise<Outcome<DeliveryResource>> {
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<DeliveryResource>(idempotency);
    if (stored !== null) return stored;
    const outcome = await this.redeliver(request);
    if (outcome.accepted) await this.store.storeReply(idempotency, outcome.reply);
    return outcome;
  }

  private async redeliver({
    organisation_id,
    installation_id,
    event_id,
  }: RequestOf<typeof delivery.redeliver>): Promise<Outcome<DeliveryResource>> {
    if (!(await this.deliveries.isInstalled(installation_id, organisation_id))) return refuse('installation.not_found');
    if (!(await this.workers.redeliver(installation_id, event_id))) return refuse('delivery.not_found');
    const queued = await this.deliveries.find(installation_id, event_id);
    return queued === null ? refuse('delivery.not_found') : respond(queued);
  }
}
