import { Broker, respond, type RequestContext } from '@kushk/broker';
import { containers, instanceGateway, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { requestSender } from '../../http/request-sender.js';

/** The hub waits this long for an instance. */
export const DENIED_DEADLINE_MS = 2_000;

/** Tells the hub what the containers of a version were denied here: no installation and no organisation. */
@Controller()
export class ReportDeniedAttemptsHandler {
  constructor(
    private readonly broker: Broker,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(instanceGateway.deniedAttempts.subject)
  async handle(
    { plugin_id, version }: RequestOf<typeof instanceGateway.deniedAttempts>,
    context: RequestContext,
  ): Promise<Outcome<ReplyOf<typeof instanceGateway.deniedAttempts>>> {
    if (this.config.containers.driver === 'off') return respond({ items: [] });
    const send = requestSender(this.broker, {
      actor: { kind: 'system' },
      requestId: context.requestId,
      traceparent: context.traceparent ?? null,
      deadlineAtMs: performance.now() + DENIED_DEADLINE_MS,
    });
    const { reply } = await send(containers.listDenied, { plugin_id, version });
    return respond(reply);
  }
}
