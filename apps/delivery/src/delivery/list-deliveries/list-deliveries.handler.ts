import { queryHandler, respond } from '@kushk/broker';
import { delivery } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { Deliveries } from './deliveries.view.js';
import { cursorOf, LIST_START, positionOf } from './list-position.js';

/** Lists deliveries by time. Returns "not found" for an installation of another organisation. */
export const ListDeliveriesHandler = queryHandler(
  delivery.listDeliveries,
  { deliveries: Deliveries, endpoints: Endpoints },
  async ({ organisation_id, installation_id, limit, cursor, ...filters }, { deliveries, endpoints }) => {
    const { channel = null, status = null, q = null, sort } = filters;
    const list = { installationId: installation_id, sort: sort ?? 'newest' };
    const position = cursor === null ? LIST_START : positionOf(cursor, list);
    if (position === null) return refuse('cursor.invalid');
    if (!(await endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    const filter = { channel, status, q };
    const { items, next } = await deliveries.listAfter(list, { position, limit, filter });
    return respond({ items, next_cursor: next === null ? null : cursorOf(next, list) });
  },
);
