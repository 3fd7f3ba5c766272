import { respond } from '@kushk/broker';
import { installation, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { OpenToolCalls } from '../open-tool-calls.view.js';

@Controller()
export class EndToolCallHandler {
  constructor(private readonly calls: OpenToolCalls) {}

  @MessagePattern(installation.endToolCall.subject)
  async handle({ installation_id, call_id }: RequestOf<typeof installation.endToolCall>): Promise<Outcome<null>> {
    await this.calls.end({ callId: call_id, installationId: installation_id });
    return respond(null);
  }
}
