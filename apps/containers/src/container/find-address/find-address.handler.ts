import { queryHandler, respond } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { addressOf, Containers } from '../container.view.js';

export const FindAddressHandler = queryHandler(
  containers.findAddress,
  { rows: Containers },
  async ({ installation_id }, { rows }) => {
    const row = await rows.find(installation_id);
    return respond({ address: row === null ? null : addressOf(row) });
  },
);
