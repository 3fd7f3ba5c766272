import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { Releases } from '../releases.view.js';
import { releaseNotFound } from '../status-change.js';

export const GetManifestHandler = queryHandler(
  catalogue.getManifest,
  { releases: Releases },
  async ({ publisher_id: publisherId, plugin_id: pluginId, version }, { releases }) => {
    const found = await releases.find(publisherId, pluginId, version);
    if (found === null) return releaseNotFound(pluginId, version);
    return respond(await releases.manifestWithSource(pluginId, version));
  },
);
