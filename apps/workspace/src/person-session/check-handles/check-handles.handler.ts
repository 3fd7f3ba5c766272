import { respond } from '@kushk/broker';
import { workspaceSessions, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { HandleBearers } from './handle-bearers.view.js';

@Controller()
export class CheckHandlesHandler {
  constructor(private readonly bearers: HandleBearers) {}

  @MessagePattern(workspaceSessions.checkHandles.subject)
  async handle({
    handles,
  }: RequestOf<typeof workspaceSessions.checkHandles>): Promise<
    Outcome<ReplyOf<typeof workspaceSessions.checkHandles>>
  > {
    return respond({ results: await this.bearers.check(handles, now()) });
  }
}
