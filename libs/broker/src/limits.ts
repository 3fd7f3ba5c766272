/**
 * The `max_payload` that NATS needs, in bytes. Requests, replies and facts are limited on the assumption that a message
 * of this size gets through.
 */
export const requiredPayloadBytes = 8 * 1024 * 1024;

/** Limits of one process that uses NATS. Durations are in milliseconds. */

export interface BrokerLimits {
  /**
   * Requests in progress at once; the service replies `busy` to any further request. The command loop batches the
   * commands that wait together.
   */
  readonly requestsInFlight: number;
  /** Handlers of one consumer that run at once, each for a different stream. */
  readonly concurrentReactions: number;
  /**
   * Facts of one consumer in this process, waiting or running. The facts of a failing stream count until they succeed
   * or are parked. The limit must therefore be much larger than what one stream publishes in that time.
   */
  readonly factsInFlight: number;
  /**
   * Bytes of the data of these facts. Above it the process receives no further facts until half of them are processed;
   * what is on its way comes on top.
   */
  readonly factBytesInFlight: number;
  /**
   * Backoff delays between the attempts of a reaction that fails with an unexpected error. After the last attempt the
   * fact is parked. While a dependency is unavailable, the last delay repeats indefinitely.
   */
  readonly retryDelaysMs: readonly number[];
  /**
   * A fact whose reaction timed out this often is parked: that its work takes too long is a property of the work, and
   * the later facts of its stream wait. At the last delay, this takes more than an hour.
   */
  readonly timeoutsUntilParked: number;
  /** A process that owns a consumer and stops pulling loses the consumer after this time. */
  readonly ownerTimeoutMs: number;
  /** How often a consumer is checked: it is created when it is missing, and reset when it has no owner. */
  readonly checkConsumerEveryMs: number;
  /** How often a consumer is compared with the consumers of other versions of the service. */
  readonly compareVersionsEveryMs: number;
  /** How often facts that wait for a missing fact are retried. */
  readonly retryWaitingEveryMs: number;
  /** An error is logged when a fact has waited for a missing fact for this long, and again after the same time. */
  readonly waitingAlarmAfterMs: number;
  /** A fact that has waited for this long is parked when its next attempt fails as well. */
  readonly waitAtMostMs: number;
  /** How often an instance reads the hub's stream when no notification arrives. */
  readonly pollReplicaEveryMs: number;
  /**
   * Replication without a response or without progress for this long is reported. It is also the interval between
   * reports.
   */
  readonly replicaStaleAfterMs: number;
}

export const defaultLimits: BrokerLimits = {
  requestsInFlight: 1_024,
  concurrentReactions: 128,
  factsInFlight: 4_096,
  factBytesInFlight: 32 * 1024 * 1024,
  retryDelaysMs: [50, 250, 1_000, 3_000, 5_000],
  timeoutsUntilParked: 720,
  ownerTimeoutMs: 5_000,
  checkConsumerEveryMs: 1_000,
  compareVersionsEveryMs: 5_000,
  retryWaitingEveryMs: 5_000,
  waitingAlarmAfterMs: 300_000,
  waitAtMostMs: 7 * 86_400_000,
  pollReplicaEveryMs: 1_000,
  replicaStaleAfterMs: 60_000,
};
