import { controlMessages } from '@kushk/contracts';
import type { LeaseProtocol } from './leases.js';

/** Each value is loaded when it is needed. A revocation is a notification, for which no command waits. */
export const withoutLeases: LeaseProtocol = {
  hold: (channel) => ({
    request: () => ({}),
    values: () => ({ read: async (_key, load) => (await load()).value }),
    onRevoked: (listener) =>
      channel.subscribe(controlMessages.tokensRevoked, (message) => listener(message?.installation_ids ?? null)),
    close: () => undefined,
  }),
  grant: (channel) => ({
    mayGrant: async () => false,
    revoke: async (subject) =>
      channel.publish(controlMessages.tokensRevoked, { installation_ids: subject === null ? null : [subject] }),
    leave: async () => undefined,
  }),
};
