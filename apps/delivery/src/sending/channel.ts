/** The properties of a delivery channel: its limits, its retry policy, and how it builds requests. */
import type { ChannelName } from '../delivery/queued-delivery.view.js';
import type { ClaimedDelivery } from '../delivery/claimed-delivery.js';
import type { OutgoingRequest } from '../outbound/attempt-result.js';
import type { ConcurrencyLimits } from './in-flight-counter.js';
import type { RetryPolicy } from './retry-policy.js';

export interface Channel {
  readonly name: ChannelName;
  readonly limits: ConcurrencyLimits;
  readonly retryPolicy: RetryPolicy;
  /**
   * The number of consecutive failures that opens the circuit of an endpoint. Null for lifecycle calls: they are so few
   * that the retry policy limits them. A 410 stops every channel.
   */
  readonly failuresToOpen: number | null;
  /** The number of response bytes that an admin sees; 0 for a channel whose responses are not stored. */
  readonly storedResponseBytes: number;
  /** Builds the headers, the signature and the body of one attempt. Rejects when the request cannot be built. */
  readonly prepare: (delivery: ClaimedDelivery, at: Date) => Promise<OutgoingRequest>;
  /**
   * Runs after a 2xx response and before the delivery is removed from the queue. When it rejects, the delivery is
   * attempted again.
   */
  readonly onSuccess?: (delivery: ClaimedDelivery, at: Date) => Promise<void>;
}
