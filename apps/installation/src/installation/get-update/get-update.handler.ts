import { respond } from '@kushk/broker';
import { installation, type InstallationUpdate, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';
import { SettingsReader } from '../settings-reader.js';
import { updateResource } from './update-resource.js';

@Controller()
export class GetUpdateHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    private readonly settings: SettingsReader,
  ) {}

  @MessagePattern(installation.getUpdate.subject)
  async handle(request: RequestOf<typeof installation.getUpdate>): Promise<Outcome<InstallationUpdate>> {
    const row = await this.installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    const { plugin_id, grants, pending_version } = row;
    if (pending_version === null) return refuse('installation.update_not_found');
    const [current, next, settings] = await Promise.all([
      this.manifests.find(plugin_id, grants),
      this.manifests.find(plugin_id, pending_version),
      this.settings.unsealed(row.organisation_id, row.stream_id),
    ]);
    if (current === null || next === null || settings === null)
      throw new Error(`no manifest of ${plugin_id}@${pending_version.version}`);
    return respond(updateResource(current, next, { scopes: row.grants.scopes, settings: settings.settings }));
  }
}
