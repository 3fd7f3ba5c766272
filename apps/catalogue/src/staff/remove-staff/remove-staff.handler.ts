import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, HUB_LEAD_ROLE, type RequestOf } from '@kushk/contracts';
import { streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { removeStaff, staffStream, staffStreams } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class RemoveStaffHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionEnder,
  ) {}

  @MessagePattern(catalogue.removeStaff.subject)
  async handle(
    { id, by, idempotency }: RequestOf<typeof catalogue.removeStaff>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { leadRole: HUB_LEAD_ROLE, by, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'RemoveStaff',
      streams: staffStreams(id),
      decide: (states) => removeStaff(command, states),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    const { state } = await this.store.load(streamRef(staffStream, id));
    if (outcome.accepted && state.status !== 'absent')
      await this.sessions.endIfWithoutRole({ subject: state.subject }, metaOf(context));
    return outcome;
  }
}
