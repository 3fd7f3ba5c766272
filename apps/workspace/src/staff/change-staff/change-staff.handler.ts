import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, INSTANCE_LEAD_ROLE, type InstanceRole, type InstanceStaff, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { SessionEnder } from '@kushk/person-session';
import { now } from '@kushk/runtime';
import { changeStaff, staffStreams, staffToWire } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class ChangeStaffHandler {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionEnder,
  ) {}

  @MessagePattern(workspace.changeStaff.subject)
  async handle(
    { id, name, roles, by, idempotency }: RequestOf<typeof workspace.changeStaff>,
    context: RequestContext,
  ): Promise<Outcome<InstanceStaff>> {
    const command = { name, roles, leadRole: INSTANCE_LEAD_ROLE, by, at: now().toISOString() };
    const outcome = await this.store.run({
      name: 'ChangeStaff',
      streams: staffStreams(id),
      decide: (states) => mapReply(changeStaff(command, states), staffToWire<InstanceRole>),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
    if (outcome.accepted) await this.sessions.endIfWithoutRole({ subject: outcome.reply.subject }, metaOf(context));
    return outcome;
  }
}
