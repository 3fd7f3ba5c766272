import { commandHandler } from '@kushk/broker';
import { catalogueTrusts } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { realNow } from '@kushk/runtime';
import { trustStream } from '../trust.js';
import { endTrust } from './end-trust.js';

export const EndTrustHandler = commandHandler(catalogueTrusts.endTrust, {
  name: 'EndTrust',
  command: ({ trust_id: trustId, publisher_id: publisherId }) => ({
    trustId,
    publisherId,
    at: realNow().toISOString(),
  }),
  stream: ({ trust_id: trustId }) => streamRef(trustStream, trustId),
  decide: (command, trust) => endTrust(command, trust),
});
