import { answer, no } from '@kushk/broker';
import { installation, type AuthenticatedInstallation, type RequestOf, type TokenAnswer } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { log, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationWire } from '../installation-wire.handler.js';
import { Installations, type InstallationRow } from '../installation.view.js';

/** Who a token or handle speaks for. Read anew for every question, so that a removal counts for the next request. */
@Controller()
export class AuthenticateTokenHandler {
  constructor(
    private readonly installations: Installations,
    private readonly wire: InstallationWire,
  ) {}

  @MessagePattern(installation.authenticateToken.subject)
  async one(question: RequestOf<typeof installation.authenticateToken>): Promise<Outcome<AuthenticatedInstallation>> {
    const [row] = await this.find([question]);
    return row ? answer(await this.toWire(row)) : no('auth.token_invalid');
  }

  @MessagePattern(installation.authenticateTokens.subject)
  async many({
    questions,
  }: RequestOf<typeof installation.authenticateTokens>): Promise<Outcome<{ answers: TokenAnswer[] }>> {
    const rows = await this.find(questions);
    return answer({ answers: await Promise.all(rows.map((row) => (row === null ? null : this.alone(row)))) });
  }

  @MessagePattern(installation.getForHandle.subject)
  async forHandle({
    installation_id,
  }: RequestOf<typeof installation.getForHandle>): Promise<Outcome<AuthenticatedInstallation>> {
    const row = await this.installations.find(installation_id);
    return row === null || row.status === 'removed' ? no('auth.handle_invalid') : answer(await this.toWire(row));
  }

  private async find(
    questions: readonly { token_hash: string; installation_id: string }[],
  ): Promise<(InstallationRow | null)[]> {
    const byHash = await this.installations.byToken(
      questions.map(({ token_hash }) => token_hash),
      now(),
    );
    return questions.map(({ token_hash, installation_id }) => {
      const row = byHash.get(token_hash);
      return row?.stream_id === installation_id ? row : null;
    });
  }

  /** One that cannot be opened is no reason to answer nobody: the others of the batch belong to other plugins. */
  private async alone(row: InstallationRow): Promise<TokenAnswer> {
    try {
      return await this.toWire(row);
    } catch (error) {
      log.error({ installation: row.stream_id, error }, 'installation could not be read');
      return 'unreadable';
    }
  }

  private async toWire(row: InstallationRow): Promise<AuthenticatedInstallation> {
    return {
      organisation_id: row.organisation_id,
      installation: await this.wire.forPlugin(row),
      secret_settings: row.settings.secretKeys,
    };
  }
}
