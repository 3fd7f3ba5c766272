import { idempotencyOf, respond } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Health } from '../../endpoint/get-health/health.view.js';
import { Resumptions } from './resumptions.view.js';

type Reply = ReplyOf<typeof delivery.resumeDeliveries>;

@Controller()
export class ResumeDeliveriesHandler {
  constructor(
    private readonly store: EventStore,
    private readonly resumptions: Resumptions,
    private readonly health: Health,
  ) {}

  /** Ends a stop after a 410, closes open circuits and sends what waits, in all delivery processes. */
  @MessagePattern(delivery.resumeDeliveries.subject)
  async handle(request: RequestOf<typeof delivery.resumeDeliveries>): Promise<Outcome<Reply>> {
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const { organisation_id, installation_id } = request;
    if (!(await this.resumptions.resumeOf(organisation_id, installation_id, now())))
      return refuse('installation.not_found');
    const reply = await this.health.of(installation_id);
    await this.store.storeReply(idempotency, reply);
    return respond(reply);
  }
}
