import { idempotencyOf, respond, type RequestContext } from '@kushk/broker';
import { delivery, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Deliveries } from '../list-deliveries/deliveries.view.js';
import { Redeliveries } from '../redeliver/redeliveries.view.js';

/** No further chunk begins when less time than this is left. */
const REPLY_MARGIN_MS = 4_000;

type Request = RequestOf<typeof delivery.redeliverRange>;
type Reply = ReplyOf<typeof delivery.redeliverRange>;

@Controller()
export class RedeliverRangeHandler {
  constructor(
    private readonly store: EventStore,
    private readonly deliveries: Deliveries,
    private readonly redeliveries: Redeliveries,
  ) {}

  /**
   * Queues the dead letters of a period again, in chunks that commit one by one. When the deadline comes first, the
   * reply has `has_more`, and the same request continues where this one ended. The next poll of the queue sends them;
   * an open circuit and a stop after a 410 stay.
   */
  @MessagePattern(delivery.redeliverRange.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const { installation_id, organisation_id } = request;
    if (!(await this.deliveries.isInstalled(installation_id, organisation_id))) return refuse('installation.not_found');
    const reply = await this.redeliver(request, context);
    await this.store.storeReply(idempotency, reply);
    return respond(reply);
  }

  private async redeliver({ installation_id, from, to }: Request, context: RequestContext): Promise<Reply> {
    const range = { from: new Date(from), to: new Date(to) };
    let redelivered = 0;
    do {
      const chunk = await this.redeliveries.requeueChunk(installation_id, range, now());
      redelivered += chunk.count;
      if (chunk.isLast) return { redelivered, has_more: false };
    } while (context.deadline.getTime() - now().getTime() > REPLY_MARGIN_MS);
    return { redelivered, has_more: true };
  }
}
