import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type MemoryResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { memoryApi } from '../memory-api.js';

@Controller()
export class EditMemoryHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.editMemory.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.editMemory>,
    context: RequestContext,
  ): Promise<Outcome<MemoryResource>> {
    return await this.commands.edit(memoryApi, { request, context });
  }
}
