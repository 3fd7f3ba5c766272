/** How much a process takes on at once, and how patient it is. Durations in milliseconds. */

export interface BrokerLimits {
  /** Requests that a process works on at once; one more is answered `busy`. The command loop coalesces what waits together. */
  readonly requestsInFlight: number;
  /** Reactions of one consumer that run at once, each on another stream. */
  readonly reactionsAtOnce: number;
  /** Facts of one consumer that a process holds, waiting or running. A stream that fails may fill it: keep it well above what one stream brings while it is retried. */
  readonly factsInHand: number;
  /** Waits between the tries of a reaction that meets a defect; after the last one the fact is parked. Where a part is away or busy the last wait is repeated for ever. */
  readonly retryAfterMs: readonly number[];
  /** A silent owner of a consumer loses it after this. */
  readonly ownerSilenceMs: number;
  /** How often a consumer is looked after: made anew when missing, taken up when nobody owns it. */
  readonly lookAfterMs: number;
  /** How often the hub's feed is looked at where no bell has rung. */
  readonly feedPollMs: number;
  /** How often what was taken in of a feed is held against what it holds; silence and standstill longer than this are told. */
  readonly feedPatienceMs: number;
}

export const defaultLimits: BrokerLimits = {
  requestsInFlight: 1_024,
  reactionsAtOnce: 128,
  factsInHand: 4_096,
  retryAfterMs: [50, 250, 1_000, 3_000, 5_000],
  ownerSilenceMs: 5_000,
  lookAfterMs: 1_000,
  feedPollMs: 1_000,
  feedPatienceMs: 60_000,
};
