import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type RequestOf, type SessionSummary } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { sessionApi } from '../session-api.js';

@Controller()
export class EditSessionHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.editSession.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.editSession>,
    context: RequestContext,
  ): Promise<Outcome<SessionSummary>> {
    return await this.commands.edit(sessionApi, { request, context });
  }
}
