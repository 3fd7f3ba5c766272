import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type CaseResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { caseApi } from '../case-api.js';

@Controller()
export class CreateCaseHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.createCase.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.createCase>,
    context: RequestContext,
  ): Promise<Outcome<CaseResource>> {
    return await this.commands.create(caseApi, { request, context });
  }
}
