import type { RequestContext } from '@kushk/broker';
import { workspaceRecords, type RequestOf, type SessionSummary } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { RecordCommands } from '../../platform-record/record-commands.js';
import { sessionApi } from '../session-api.js';

@Controller()
export class CreateSessionHandler {
  constructor(private readonly commands: RecordCommands) {}

  /** A session that names no start begins now. */
  @MessagePattern(workspaceRecords.createSession.subject)
  async handle(
    request: RequestOf<typeof workspaceRecords.createSession>,
    context: RequestContext,
  ): Promise<Outcome<SessionSummary>> {
    const computed = request.fields['started_at'] === undefined ? { started_at: now().toISOString() } : {};
    return await this.commands.create(sessionApi, { request, context }, computed);
  }
}
