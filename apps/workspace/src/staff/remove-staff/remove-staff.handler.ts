import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, INSTANCE_LEAD_ROLE, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { removeStaff, staffStreams } from '@kushk/staff';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

@Controller()
export class RemoveStaffHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(workspace.removeStaff.subject)
  async handle(
    { id, by, idempotency }: RequestOf<typeof workspace.removeStaff>,
    context: RequestContext,
  ): Promise<Outcome<null>> {
    const command = { leadRole: INSTANCE_LEAD_ROLE, by, at: now().toISOString() };
    return await this.store.run({
      name: 'RemoveStaff',
      streams: staffStreams(id),
      decide: (states) => removeStaff(command, states),
      idempotency: idempotencyOf(idempotency),
      meta: metaOf(context),
    });
  }
}
