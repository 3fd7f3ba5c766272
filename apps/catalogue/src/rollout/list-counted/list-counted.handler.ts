import { queryHandler, respond } from '@kushk/broker';
import { catalogueRollouts } from '@kushk/contracts';
import { Rollouts } from '../rollouts.view.js';

/** Returns the running rollouts with the periods that the instances count. */
export const ListCountedHandler = queryHandler(
  catalogueRollouts.listCounted,
  { rollouts: Rollouts },
  async (_request, { rollouts }) => respond({ rollouts: await rollouts.counted() }),
);
