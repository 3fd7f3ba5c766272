import { respond } from '@kushk/broker';
import { installation, type AuthenticatedInstallation, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class AuthenticateTokenHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.authenticateToken.subject)
  async handle(token: RequestOf<typeof installation.authenticateToken>): Promise<Outcome<AuthenticatedInstallation>> {
    const [row] = await this.installations.findByTokens([token], now());
    return row ? respond(this.resources.forGateway(row)) : refuse('auth.token_invalid');
  }
}
