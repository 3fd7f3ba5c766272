import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, INSTANCE_LEAD_ROLE, type InstanceRole, type InstanceStaff, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { addStaff, staffIdOf, staffStreams, staffToWire } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class AddStaffHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.addStaff.subject)
  async handle(
    { subject, name, roles, by, idempotency }: RequestOf<typeof workspace.addStaff>,
    context: RequestContext,
  ): Promise<Outcome<InstanceStaff>> {
    const command = { subject, name, roles, leadRole: INSTANCE_LEAD_ROLE, by, at: now().toISOString() };
    return await this.store.run({
      name: 'AddStaff',
      streams: staffStreams(staffIdOf(subject)),
      decide: (states) => mapReply(addStaff(command, states), staffToWire<InstanceRole>),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
