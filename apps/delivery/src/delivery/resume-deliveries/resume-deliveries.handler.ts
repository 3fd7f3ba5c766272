import { respond } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Health } from '../../endpoint/get-health/health.view.js';
import { Deliveries } from '../list-deliveries/deliveries.view.js';
import { Resumptions } from './resumptions.view.js';

@Controller()
export class ResumeDeliveriesHandler {
  constructor(
    private readonly deliveries: Deliveries,
    private readonly resumptions: Resumptions,
    private readonly health: Health,
  ) {}

  /**
   * Ends a stop after a 410, closes open circuits and sends what waits. Repeating the request has no further effect, so
   * it needs no idempotency key.
   */
  @MessagePattern(delivery.resumeDeliveries.subject)
  async handle({
    organisation_id,
    installation_id,
  }: RequestOf<typeof delivery.resumeDeliveries>): Promise<Outcome<ReplyOf<typeof delivery.resumeDeliveries>>> {
    if (!(await this.deliveries.isInstalled(installation_id, organisation_id))) return refuse('installation.not_found');
    await this.resumptions.resume(installation_id, now());
    return respond(await this.health.of(installation_id));
  }
}
