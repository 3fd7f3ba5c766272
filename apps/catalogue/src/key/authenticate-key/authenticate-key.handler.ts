import { queryHandler, respond } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { now, realNow } from '@kushk/runtime';
import { Keys } from '../keys.view.js';
import { isTrusted, isUsable } from '../key-validity.js';
import { KeyUses } from '../key-uses.js';

export const AuthenticateKeyHandler = queryHandler(
  catalogue.authenticateKey,
  { keys: Keys, uses: KeyUses },
  async ({ key_hash }, { keys, uses }) => {
    const found = await keys.byHash(key_hash);
    const at = realNow();
    if (found === null || !isUsable(found.key, { purpose: undefined, at })) return refuse('auth.publisher_key_invalid');
    if (found.trust !== null && !isTrusted(found.trust, at)) return refuse('auth.publisher_key_invalid');
    // Sign-in follows real time; the time that people see beside that of the issue follows the hub's clock.
    uses.record(found.key.id, now());
    const { stream_id: id, name } = found.publisher;
    return respond({ publisher: { id, name }, key: found.key });
  },
);
