import { pageHandler, respond } from '@kushk/broker';
import { encodeCursor, wallet } from '@kushk/contracts';
import { listedHold } from '../hold-to-wire.js';
import { HoldList } from './hold-list.view.js';

/** Lists the holds of a wallet, newest first. */
export const ListHoldsHandler = pageHandler(
  wallet.listHolds,
  { holds: HoldList },
  async (request, { holds }, after) => {
    const { installation_id: installationId, status, limit } = request;
    const found = await holds.list({ installationId, after, status, limit });
    return respond({
      items: found.holds.map((hold) => listedHold(hold, hold.status)),
      next_cursor: found.next === null ? null : encodeCursor(found.next),
    });
  },
);
