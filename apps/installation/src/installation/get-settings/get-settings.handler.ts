import { respond } from '@kushk/broker';
import { installation, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { SettingsReader } from '../settings-reader.js';

@Controller()
export class GetSettingsHandler {
  constructor(private readonly settings: SettingsReader) {}

  @MessagePattern(installation.getSettings.subject)
  async handle({
    organisation_id,
    installation_id,
    with_secrets,
  }: RequestOf<typeof installation.getSettings>): Promise<Outcome<ReplyOf<typeof installation.getSettings>>> {
    const found = await (with_secrets
      ? this.settings.unsealed(organisation_id, installation_id)
      : this.settings.withoutSecrets(organisation_id, installation_id));
    return found === null ? refuse('installation.not_found') : respond(found);
  }
}
