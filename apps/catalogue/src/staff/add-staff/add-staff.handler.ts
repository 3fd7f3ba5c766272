import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { catalogue, HUB_LEAD_ROLE, type HubRole, type HubStaff, type RequestOf } from '@kushk/contracts';
import { mapReply, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { addStaff, staffIdOf, staffStreams, staffToWire } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class AddStaffHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(catalogue.addStaff.subject)
  async handle(
    { subject, name, roles, by, idempotency }: RequestOf<typeof catalogue.addStaff>,
    context: RequestContext,
  ): Promise<Outcome<HubStaff>> {
    const command = { subject, name, roles, leadRole: HUB_LEAD_ROLE, by, at: now().toISOString() };
    return await this.store.run({
      name: 'AddStaff',
      streams: staffStreams(staffIdOf(subject)),
      decide: (states) => mapReply(addStaff(command, states), staffToWire<HubRole>),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
