import { respond } from '@kushk/broker';
import { installation, type TitledInstallation, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { InstallationSettings } from '../installation-settings.view.js';
import { Installations } from '../installation.view.js';
import { TitledInstallations } from '../titled-installations.js';

@Controller()
export class GetInstallationHandler {
  constructor(
    private readonly installations: Installations,
    private readonly settings: InstallationSettings,
    private readonly titled: TitledInstallations,
  ) {}

  @MessagePattern(installation.getInstallation.subject)
  async handle({
    organisation_id,
    installation_id,
    with_settings = false,
  }: RequestOf<typeof installation.getInstallation>): Promise<Outcome<TitledInstallation>> {
    const [row, settings] = await Promise.all([
      this.installations.find(installation_id),
      with_settings ? this.settings.find(installation_id) : null,
    ]);
    if (row === null || (organisation_id !== null && row.organisation_id !== organisation_id))
      return refuse('installation.not_found');
    const [found] = await this.titled.of([row], () => settings);
    return respond(found!);
  }
}
