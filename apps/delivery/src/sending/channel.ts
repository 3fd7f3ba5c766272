/** What a delivery channel has of its own: its limits, its retry policy, and the requests it sends. */
import type { ChannelName } from '../delivery/queued-delivery.view.js';
import type { ClaimedDelivery } from '../delivery/delivery-queue.view.js';
import type { OutgoingRequest } from '../outbound/attempt-result.js';
import type { ConcurrencyLimits } from './in-flight-counter.js';
import type { RetryPolicy } from './retry-policy.js';

export interface Channel {
  readonly name: ChannelName;
  readonly limits: ConcurrencyLimits;
  readonly retryPolicy: RetryPolicy;
  /** Whether an endpoint that is down opens a circuit. The few lifecycle calls only follow their retry policy. */
  readonly usesCircuit: boolean;
  /** Builds headers, signature and body of one attempt. Rejects when the request cannot be built. */
  readonly prepare: (delivery: ClaimedDelivery, at: Date) => Promise<OutgoingRequest>;
  /** Runs after a 2xx and before the delivery leaves the queue; when it rejects, the delivery is attempted again. */
  readonly onSuccess?: (delivery: ClaimedDelivery, at: Date) => Promise<void>;
}
