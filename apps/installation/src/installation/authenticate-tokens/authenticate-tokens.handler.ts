import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf, type TokenAuthentication } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations, type InstallationRow } from '../installation.view.js';

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
    return respond({ results: await Promise.all(rows.map((row) => this.resultOf(row))) });
  }

  /** One unreadable installation must not fail the batch, because the other tokens belong to other plugins. */
  private async resultOf(row: InstallationRow | null): Promise<TokenAuthentication> {
    if (row === null) return null;
    try {
      return await this.resources.forGateway(row);
    } catch (err) {
      log.error({ err, installation_id: row.stream_id }, 'installation unreadable');
      return 'unreadable';
    }
  }
}
