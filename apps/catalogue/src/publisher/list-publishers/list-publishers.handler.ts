import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { Publishers } from '../publishers.view.js';

export const ListPublishersHandler = queryHandler(
  catalogue.listPublishers,
  { publishers: Publishers },
  async (_request, { publishers }) => respond({ items: await publishers.all() }),
);
