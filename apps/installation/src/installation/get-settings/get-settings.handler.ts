import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Installations } from '../installation.view.js';
import { SettingsReader } from '../settings-reader.js';

@Controller()
export class GetSettingsHandler {
  constructor(
    private readonly installations: Installations,
    private readonly settings: SettingsReader,
  ) {}

  @MessagePattern(installation.getSettings.subject)
  async handle({
    organisation_id,
    installation_id,
    with_secrets,
  }: RequestOf<typeof installation.getSettings>): Promise<Outcome<ReplyOf<typeof installation.getSettings>>> {
    const row = await this.installations.find(installation_id);
    if (row === null || row.status === 'removed' || row.organisation_id !== organisation_id)
      return refuse('installation.not_found');
    const found = await (with_secrets
      ? this.settings.unsealed(installation_id)
      : this.settings.withoutSecrets(installation_id));
    return found === null ? refuse('installation.not_found') : respond(found);
  }
}
