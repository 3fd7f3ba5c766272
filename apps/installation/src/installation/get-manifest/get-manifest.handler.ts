import { respond } from '@kushk/broker';
import { installation, type InstallationManifest, type JsonObject, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';

/** The manifest that the installation runs with, also when its release is no longer in the store. */
@Controller()
export class GetManifestHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
  ) {}

  @MessagePattern(installation.getManifest.subject)
  async handle(request: RequestOf<typeof installation.getManifest>): Promise<Outcome<InstallationManifest>> {
    const row = await this.installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id) return refuse('installation.not_found');
    const { grants, pending_version, plugin_id, stream_id } = row;
    const known = pending_version === null ? [grants] : [grants, pending_version];
    const ref = known.find(({ version }) => version === (request.version ?? grants.version));
    if (ref === undefined) return refuse('installation.version_not_found');
    const manifest = await this.manifests.find(plugin_id, ref);
    if (manifest === null) throw new Error(`no manifest of ${plugin_id}@${ref.version}`);
    return respond({
      installation_id: stream_id,
      plugin_id,
      version: ref.version,
      manifest: manifest as unknown as JsonObject,
    });
  }
}
