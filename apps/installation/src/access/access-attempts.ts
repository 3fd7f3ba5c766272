/** The wrong access codes that an organisation has entered. One stream counts them for all gateways. */
import type { Fact, StreamType } from '@kushk/decider';

export type AccessCodeRefused = Fact<'AccessCodeRefused', { readonly at: string }>;
export interface AccessAttempts {
  /** The times of the last wrong codes, the latest last. */
  readonly refusedAt: readonly string[];
}

/** How many wrong codes an organisation may enter within an hour. */
const MAX_WRONG = 5;
const HOUR_MS = 3_600_000;
const MS_PER_SECOND = 1_000;

export const accessAttemptsStream: StreamType<AccessAttempts, AccessCodeRefused> = {
  category: 'access_attempts',
  factTypes: { AccessCodeRefused: true },
  initial: { refusedAt: [] },
  stateVersion: 1,
  evolve: ({ refusedAt }, { data: { at } }) => ({ refusedAt: [...refusedAt, at].slice(-MAX_WRONG) }),
};

/** The seconds until the organisation may enter a code again; 0 when it may now. */
export function secondsUntilNextAttempt({ refusedAt }: AccessAttempts, at: string): number {
  const [oldest] = refusedAt;
  if (oldest === undefined || refusedAt.length < MAX_WRONG) return 0;
  return Math.max(0, Math.ceil((Date.parse(oldest) + HOUR_MS - Date.parse(at)) / MS_PER_SECOND));
}
