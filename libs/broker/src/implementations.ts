/**
 * The implementations that all processes use. Each has a plain one beside it, and the same specs run over both: use the
 * plain one to find out whether a fault comes from the fast one. Change it in all processes of a scope at once.
 */
import { withLeases } from './leases/with-leases.js';
import type { LeaseProtocol } from './leases/leases.js';
import { batchedMessages } from './requests/messages/batched-messages.js';
import type { RequestMessages } from './requests/messages/messages.js';

/** Plain: `singleMessages`. */
export const requestMessages: RequestMessages = batchedMessages;
/** Plain: `withoutLeases`. */
export const leases: LeaseProtocol = withLeases;
