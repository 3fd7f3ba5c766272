import { queryHandler, respond } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { DeniedByVersion } from '../denied-by-version.view.js';

/** What the containers of a version were denied on this instance. */
export const ListDeniedHandler = queryHandler(
  containers.listDenied,
  { denied: DeniedByVersion },
  async ({ plugin_id, version }, { denied }) => respond({ items: await denied.list(plugin_id, version) }),
);
