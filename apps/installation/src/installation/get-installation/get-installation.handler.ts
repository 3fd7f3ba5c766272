import { respond } from '@kushk/broker';
import { installation, type InstallationForAdmin, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationResources } from '../installation-resources.js';
import { InstallationSettings } from '../installation-settings.view.js';
import { Installations } from '../installation.view.js';

@Controller()
export class GetInstallationHandler {
  constructor(
    private readonly installations: Installations,
    private readonly settings: InstallationSettings,
    private readonly resources: InstallationResources,
  ) {}

  @MessagePattern(installation.getInstallation.subject)
  async handle({
    organisation_id,
    installation_id,
    with_settings = false,
  }: RequestOf<typeof installation.getInstallation>): Promise<Outcome<InstallationForAdmin>> {
    const [row, settings] = await Promise.all([
      this.installations.find(installation_id),
      with_settings ? this.settings.find(installation_id) : null,
    ]);
    return row === null || (organisation_id !== null && row.organisation_id !== organisation_id)
      ? refuse('installation.not_found')
      : respond(this.resources.forAdmin(row, settings));
  }
}
