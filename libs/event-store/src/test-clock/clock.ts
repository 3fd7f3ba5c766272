/** How far the test clock of a scope runs ahead of the real time, `clock-scope` in the log of each of its services. */
import { requestProblem } from '@kushk/contracts';
import { accept, refuse, streamRef, type Accepted, type Decision, type Fact, type StreamType } from '@kushk/decider';

export interface Clock {
  readonly aheadSeconds: number;
}

/** The clock of the scope was moved forward, so that it runs `aheadSeconds` ahead of the real time. */
export type ClockAdvanced = Fact<'ClockAdvanced', { readonly aheadSeconds: number; readonly at: string }>;

export const clockStream: StreamType<Clock, ClockAdvanced> = {
  category: 'clock',
  factTypes: { ClockAdvanced: true },
  initial: { aheadSeconds: 0 },
  stateVersion: 1,
  evolve: (_clock, { data }) => ({ aheadSeconds: data.aheadSeconds }),
};

/** A process follows one clock, that of its scope. */
export const clockOfScope = streamRef(clockStream, 'scope');

const DAY_SECONDS = 86_400;
/** Ten years: whatever expires has expired by then. */
const MAX_AHEAD_SECONDS = 3_650 * DAY_SECONDS;
/** A duration of ISO 8601 whose length does not depend on a calendar: `P30D`, `P1W`, `PT36H`, `P1DT30M`. */
const DURATION = /^P(?=\d|T\d)(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,9})S)?)?$/;
const UNIT_SECONDS = [7 * DAY_SECONDS, DAY_SECONDS, 3_600, 60, 1] as const;

export interface AdvanceClock {
  /** As the caller sent it. */
  readonly advance: string;
  readonly at: string;
}

/** Moves the clock forward. Rejects with `request.invalid`: time never goes back. */
export function advanceClock({ advance, at }: AdvanceClock, clock: Clock): Decision<readonly ClockAdvanced[], Clock> {
  const seconds = secondsOf(advance);
  const aheadSeconds = clock.aheadSeconds + seconds;
  if (seconds > 0 && aheadSeconds <= MAX_AHEAD_SECONDS)
    return accept([{ type: 'ClockAdvanced', data: { aheadSeconds, at } }], { aheadSeconds });
  const problem =
    seconds > 0
      ? requestProblem('out_of_range', '/advance', {
          message: `must not move the clock more than ${MAX_AHEAD_SECONDS / DAY_SECONDS} days ahead of the real time`,
          message_fa: `نباید ساعت را بیش از ${MAX_AHEAD_SECONDS / DAY_SECONDS} روز از زمان واقعی جلوتر ببرد`,
        })
      : requestProblem('format', '/advance', {
          message: 'must be a duration in weeks, days, hours, minutes and seconds, and longer than zero',
          message_fa: 'باید مدتی بزرگ‌تر از صفر بر حسب هفته، روز، ساعت، دقیقه و ثانیه باشد',
          hint: 'for example P30D or PT36H; the clock is never moved back',
        });
  return refuse('request.invalid', { problems: [problem] });
}

/** Records in another service of the scope how far its clock was moved. Facts that arrive late change nothing. */
export function followClock(
  { aheadSeconds, at }: ClockAdvanced['data'],
  clock: Clock,
): Accepted<readonly ClockAdvanced[], null> {
  if (aheadSeconds <= clock.aheadSeconds) return accept([], null);
  return accept([{ type: 'ClockAdvanced', data: { aheadSeconds, at } }], null);
}

/** 0 for a text that is no such duration. */
function secondsOf(duration: string): number {
  const counts = DURATION.exec(duration)?.slice(1) ?? [];
  return counts.reduce((sum, count, index) => sum + Number(count ?? 0) * (UNIT_SECONDS[index] ?? 0), 0);
}
