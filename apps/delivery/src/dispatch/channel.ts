/** What one kind of call has of its own: how many at once, how often again, and what goes over the wire. */
import type { OutgoingCall } from '../outbound/exchange.js';
import type { ClaimedCall } from './call-queue.view.js';
import type { ChannelName } from './queue.view.js';
import type { RetrySchedule } from './schedule.js';

/** Calls under way at the same time. */
export interface Limits {
  readonly total: number;
  readonly perEndpoint: number;
  /** One publisher's host may serve many installations. */
  readonly perHost: number;
}

export interface Channel {
  readonly name: ChannelName;
  readonly limits: Limits;
  readonly schedule: RetrySchedule;
  /** Whether an endpoint that is down opens a circuit. The few lifecycle calls simply follow their schedule. */
  readonly circuit: boolean;
  /** Headers, signature and body of one attempt. Rejects when the call cannot be made ready. */
  readonly prepare: (call: ClaimedCall, at: Date) => Promise<OutgoingCall>;
  /** Runs after a 2xx and before the call leaves the queue; when it rejects, the call is made again. */
  readonly answered?: (call: ClaimedCall, at: Date) => Promise<void>;
}
