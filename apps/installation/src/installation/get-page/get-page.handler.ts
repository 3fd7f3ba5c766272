import { respond } from '@kushk/broker';
import { installation, type PluginPage, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { CONFIG, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Manifests } from '../../listing/listing.view.js';
import { apiBaseOf } from '../installation-resources.js';
import { Installations } from '../installation.view.js';
import { originOfPages, pageAddress, refusalOfStatus } from '../page-of-plugin.js';

@Controller()
export class GetPageHandler {
  constructor(
    private readonly installations: Installations,
    private readonly manifests: Manifests,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @MessagePattern(installation.getPage.subject)
  async handle(request: RequestOf<typeof installation.getPage>): Promise<Outcome<PluginPage>> {
    const { organisation_id, installation_id, page } = request;
    const row = await this.installations.find(installation_id);
    if (row === null || (organisation_id !== null && row.organisation_id !== organisation_id))
      return refuse('installation.not_found');
    const refusal = refusalOfStatus(row.status);
    if (refusal !== null) return refusal;
    const manifest = await this.manifests.find(row.plugin_id, row.grants);
    const origin = originOfPages(row, this.config);
    // The manifest of a container plugin has no `base_url`.
    const address =
      manifest === null || origin === null
        ? null
        : pageAddress({ ...manifest, base_url: manifest.base_url ?? origin }, page, installation_id);
    if (address === null || origin === null) return refuse('installation.page_not_found', { ...page });
    return respond({
      organisation_id: row.organisation_id,
      installation_id,
      plugin_id: row.plugin_id,
      version: row.version,
      plugin_api: row.grants.pluginApi,
      api_base: apiBaseOf(this.config, installation_id),
      ...address,
      origin,
      kind: row.grants.kind,
    });
  }
}
