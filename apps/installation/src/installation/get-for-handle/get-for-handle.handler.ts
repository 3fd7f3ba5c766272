import { respond } from '@kushk/broker';
import { installation, type AuthenticatedInstallation, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class GetForHandleHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.getForHandle.subject)
  async handle({
    installation_id,
  }: RequestOf<typeof installation.getForHandle>): Promise<Outcome<AuthenticatedInstallation>> {
    const row = await this.installations.find(installation_id);
    if (row === null || row.status === 'removed') return refuse('auth.handle_invalid');
    return respond(this.resources.forGateway(row));
  }
}
