import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { InstallationSecrets } from '../installation-secrets.js';
import { Installations } from '../installation.view.js';

export const ListForUsageHandler = queryHandler(
  installation.listForUsage,
  { installations: Installations, secrets: InstallationSecrets },
  async ({ plugin_ids, created_before, after, limit }, { installations, secrets }) => {
    const createdBefore = new Date(created_before);
    const rows = await installations.findForUsage(plugin_ids, { createdBefore, after, limit });
    return respond({
      items: rows.map(({ stream_id: installation_id, plugin_id }) => ({
        installation_id,
        plugin_id,
        alias: secrets.aliasOf(installation_id),
      })),
    });
  },
);
