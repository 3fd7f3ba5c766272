import { respond } from '@kushk/broker';
import { installation, type InstallationUpdate, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { InstallationSecrets } from '../installation-secrets.js';
import { Installations } from '../installation.view.js';
import { updateResource } from './update-resource.js';

@Controller()
export class GetUpdateHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    private readonly secrets: InstallationSecrets,
  ) {}

  @MessagePattern(installation.getUpdate.subject)
  async handle(request: RequestOf<typeof installation.getUpdate>): Promise<Outcome<InstallationUpdate>> {
    const row = await this.installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id || row.status === 'removed')
      return refuse('installation.not_found');
    const { plugin_id, version, pending_version } = row;
    if (pending_version === null) return refuse('installation.update_not_found');
    const [current, next] = await Promise.all([
      this.manifests.find(plugin_id, version),
      this.manifests.find(plugin_id, pending_version.version),
    ]);
    if (current === null || next === null) throw new Error(`no manifest of ${plugin_id}@${pending_version.version}`);
    const settings = await this.secrets.unsealSettings(row.stream_id, row.settings);
    return respond(updateResource(current, next, { scopes: row.grants.scopes, settings }));
  }
}
