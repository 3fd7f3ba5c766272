import { respond } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { PageChecker } from './page-checker.js';

@Controller()
export class CheckPageHandler {
  constructor(
    private readonly checker: PageChecker,
    private readonly endpoints: Endpoints,
  ) {}

  @MessagePattern(delivery.checkPage.subject)
  async handle({
    organisation_id,
    installation_id,
    url,
    embedder_origin,
  }: RequestOf<typeof delivery.checkPage>): Promise<Outcome<ReplyOf<typeof delivery.checkPage>>> {
    if (!(await this.endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    const result = await this.checker.check({ url, embedder: embedder_origin });
    return result === 'busy' ? refuse('service.unavailable') : respond(result);
  }
}
