import { answer, no } from '@kushk/broker';
import { installation, type AuthenticatedInstallation, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
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
    const [found] = await this.find([question]);
    return found ? answer(found) : no('auth.token_invalid');
  }

  @MessagePattern(installation.authenticateTokens.subject)
  async many({ questions }: RequestOf<typeof installation.authenticateTokens>): Promise<Outcome<{ answers: (AuthenticatedInstallation | null)[] }>> {
    return answer({ answers: await this.find(questions) });
  }

  @MessagePattern(installation.getForHandle.subject)
  async forHandle({ installation_id }: RequestOf<typeof installation.getForHandle>): Promise<Outcome<AuthenticatedInstallation>> {
    const row = await this.installations.find(installation_id);
    return row === null || row.status === 'removed' ? no('auth.handle_invalid') : answer(await this.toWire(row));
  }

  private async find(questions: readonly { token_hash: string; installation_id: string }[]): Promise<(AuthenticatedInstallation | null)[]> {
    const byHash = await this.installations.byToken(questions.map(({ token_hash }) => token_hash), now());
    return await Promise.all(
      questions.map(async ({ token_hash, installation_id }) => {
        const row = byHash.get(token_hash);
        return row?.stream_id === installation_id ? await this.toWire(row) : null;
      }),
    );
  }

  private async toWire(row: InstallationRow): Promise<AuthenticatedInstallation> {
    return { organisation_id: row.organisation_id, installation: await this.wire.forPlugin(row), secret_settings: row.settings.secretKeys };
  }
}
