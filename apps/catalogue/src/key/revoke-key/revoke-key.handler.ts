import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { realNow } from '@kushk/runtime';
import { keyStream } from '../key.js';
import { revokeKey } from './revoke-key.js';

export const RevokeKeyHandler = commandHandler(catalogue.revokeKey, {
  name: 'RevokeKey',
  command: ({ key_id: keyId, publisher_id: publisherId }) => ({ keyId, publisherId, at: realNow().toISOString() }),
  stream: ({ key_id: keyId }) => streamRef(keyStream, keyId),
  decide: (command, key) => revokeKey(command, key),
});
