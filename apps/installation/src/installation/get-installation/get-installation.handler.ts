import { respond } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

@Controller()
export class GetInstallationHandler {
  constructor(
    private readonly installations: Installations,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.getInstallation.subject)
  async handle(request: RequestOf<typeof installation.getInstallation>): Promise<Outcome<InstallationForAdmin>> {
    const row = await this.installations.find(request.installation_id);
    return row === null || row.organisation_id !== request.organisation_id
      ? refuse('installation.not_found')
      : respond(this.resources.forAdmin(row));
  }
}
