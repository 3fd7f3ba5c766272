/** Limits of one process on NATS. Durations are in milliseconds. */

export interface BrokerLimits {
  /** Requests in progress at once; the next one is answered `busy`. The command loop batches what waits together. */
  readonly requestsInFlight: number;
  /** Handlers of one consumer that run at once, each for another stream. */
  readonly concurrentReactions: number;
  /**
   * Facts of one consumer in this process, waiting or running. The facts of a failing stream stay in this number until
   * they succeed or are parked, so it must be far larger than what one stream publishes in that time.
   */
  readonly factsInFlight: number;
  /**
   * Pauses between the attempts of a reaction that fails with a defect; after the last one the fact is parked. While a
   * dependency is unavailable the last pause is repeated without end.
   */
  readonly retryDelaysMs: readonly number[];
  /** A process that owns a consumer and stops pulling loses it after this time. */
  readonly ownerTimeoutMs: number;
  /** How often a consumer is checked: created when it is missing, reset when it has no owner. */
  readonly checkConsumerEveryMs: number;
  /** How often the hub's stream is read when no notification arrives. */
  readonly pollReplicaEveryMs: number;
  /** A replica without a response or without progress for this long is reported. Also the interval of the reports. */
  readonly replicaStaleAfterMs: number;
}

export const defaultLimits: BrokerLimits = {
  requestsInFlight: 1_024,
  concurrentReactions: 128,
  factsInFlight: 4_096,
  retryDelaysMs: [50, 250, 1_000, 3_000, 5_000],
  ownerTimeoutMs: 5_000,
  checkConsumerEveryMs: 1_000,
  pollReplicaEveryMs: 1_000,
  replicaStaleAfterMs: 60_000,
};
