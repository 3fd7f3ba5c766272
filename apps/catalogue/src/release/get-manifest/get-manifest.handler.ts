import { respond } from '@kushk/broker';
import { catalogue, type ManifestResource, type RequestOf } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Releases } from '../releases.view.js';
import { releaseNotFound } from '../status-change.js';

@Controller()
export class GetManifestHandler {
  constructor(private readonly releases: Releases) {}

  @MessagePattern(catalogue.getManifest.subject)
  async handle({
    publisher_id: publisherId,
    plugin_id: pluginId,
    version,
  }: RequestOf<typeof catalogue.getManifest>): Promise<Outcome<ManifestResource>> {
    const found = await this.releases.find(publisherId, pluginId, version);
    if (found === null) return releaseNotFound(pluginId, version);
    return respond(await this.releases.manifestWithSource(pluginId, version));
  }
}
