import { AuditEntries } from '@kushk/audit';
import { respond } from '@kushk/broker';
import { instanceAudit, type AuditReply, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';

/** Lists the audit entries of this service's facts, the newest first. */
@Controller()
export class ListAuditEntriesHandler {
  constructor(private readonly entries: AuditEntries) {}

  @MessagePattern(instanceAudit.containers.subject)
  async handle(request: RequestOf<typeof instanceAudit.containers>): Promise<Outcome<AuditReply>> {
    return respond(await this.entries.list(request));
  }
}
