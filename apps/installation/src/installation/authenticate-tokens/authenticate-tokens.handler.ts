import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { OpenToolCalls } from '../../tool/open-tool-calls.view.js';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class AuthenticateTokensHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
    private readonly openCalls: OpenToolCalls,
  ) {}

  @MessagePattern(installation.authenticateTokens.subject)
  async handle({
    tokens,
  }: RequestOf<typeof installation.authenticateTokens>): Promise<
    Outcome<ReplyOf<typeof installation.authenticateTokens>>
  > {
    const at = now();
    const callIds = tokens.flatMap(({ call_id }) => call_id ?? []);
    const [rows, open] = await Promise.all([
      this.installations.findByTokens(tokens, at),
      this.openCalls.find(callIds, at),
    ]);
    return respond({
      results: tokens.map(({ installation_id, call_id = null }, index) => {
        const row = rows[index] ?? null;
        const call_open = call_id !== null && open.has(`${installation_id} ${call_id}`);
        return row === null ? null : { ...this.resources.forGateway(row), call_open };
      }),
    });
  }
}
