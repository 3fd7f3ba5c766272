import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type DocumentResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { documentApi } from '../document-api.js';

@Controller()
export class EditDocumentHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.editDocument.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.editDocument>,
    context: RequestContext,
  ): Promise<Outcome<DocumentResource>> {
    return await this.commands.edit(documentApi, { request, context });
  }
}
