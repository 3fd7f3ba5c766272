import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { Instances } from '../instances.view.js';

/** Returns the public keys that the hub certifies: those of the registered instances. */
export const ListInstanceKeysHandler = queryHandler(
  catalogue.instanceKeys,
  { instances: Instances },
  async (_request, { instances }) => {
    const keys = (await instances.all()).map(({ public_key }) => public_key);
    return respond({ keys: keys.filter((key) => key !== null) });
  },
);
