import { respond } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../endpoint.view.js';
import { Health } from './health.view.js';

@Controller()
export class GetHealthHandler {
  constructor(
    private readonly health: Health,
    private readonly endpoints: Endpoints,
  ) {}

  /** Returns the health of the calls to a plugin. Rejects with "not found" for an installation of others. */
  @MessagePattern(delivery.getHealth.subject)
  async handle({
    organisation_id,
    installation_id,
  }: RequestOf<typeof delivery.getHealth>): Promise<Outcome<ReplyOf<typeof delivery.getHealth>>> {
    if (!(await this.endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    return respond(await this.health.of(installation_id));
  }
}
