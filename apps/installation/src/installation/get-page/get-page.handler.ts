import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { CONFIG } from '@kushk/runtime';
import { Manifests } from '../../listing/listing.view.js';
import { apiBaseOf } from '../installation-resources.js';
import { Installations } from '../installation.view.js';
import { originOfPages, pageAddress, refusalOfStatus } from '../page-of-plugin.js';

export const GetPageHandler = queryHandler(
  installation.getPage,
  { installations: Installations, manifests: Manifests, config: CONFIG },
  async (request, { installations, manifests, config }) => {
    const { organisation_id, installation_id, page } = request;
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id) return refuse('installation.not_found');
    const refusal = refusalOfStatus(row.status);
    if (refusal !== null) return refusal;
    const manifest = await manifests.find(row.plugin_id, row.grants);
    const origin = originOfPages(row, config);
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
      api_base: apiBaseOf(config, installation_id),
      ...address,
      origin,
      kind: row.grants.kind,
    });
  },
);
