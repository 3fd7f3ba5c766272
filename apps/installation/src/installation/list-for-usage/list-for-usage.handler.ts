import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { Installations } from '../installation.view.js';

export const ListForUsageHandler = queryHandler(
  installation.listForUsage,
  { installations: Installations },
  async ({ plugin_ids, created_before, after, limit }, { installations }) => {
    const createdBefore = new Date(created_before);
    const rows = await installations.findForUsage(plugin_ids, { createdBefore, after, limit });
    return respond({ items: rows.map((row) => ({ installation_id: row.stream_id, plugin_id: row.plugin_id })) });
  },
);
