import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class AuthenticateTokensHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.authenticateTokens.subject)
  async handle({
    tokens,
  }: RequestOf<typeof installation.authenticateTokens>): Promise<
    Outcome<ReplyOf<typeof installation.authenticateTokens>>
  > {
    const rows = await this.installations.findByTokens(tokens, now());
    return respond({ results: rows.map((row) => (row === null ? null : this.resources.forGateway(row))) });
  }
}
