import { queryHandler, respond } from '@kushk/broker';
import { workspaceSessions } from '@kushk/contracts';
import { realNow } from '@kushk/runtime';
import { HandleBearers } from './handle-bearers.view.js';

export const CheckHandlesHandler = queryHandler(
  workspaceSessions.checkHandles,
  { bearers: HandleBearers },
  async ({ handles }, { bearers }) => respond({ results: await bearers.check(handles, realNow()) }),
);
