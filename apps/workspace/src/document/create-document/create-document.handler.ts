import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type DocumentResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { documentApi } from '../document-api.js';

@Controller()
export class CreateDocumentHandler {
  constructor(private readonly commands: RecordCommands) {}

  @MessagePattern(workspaceRecords.createDocument.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.createDocument>,
    context: RequestContext,
  ): Promise<Outcome<DocumentResource>> {
    return await this.commands.create(documentApi, { request, context });
  }
}
