import { usageFailure } from './failure.js';
import { phrase } from './phrase.js';

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;
const DURATION = /^(\d{1,6})([smh]?)$/;

/** Parses `90s`, `30m` or `2h` into milliseconds. A number without a unit means seconds. */
export function durationMs(text: string): number {
  const [, count, unit] = DURATION.exec(text) ?? [];
  if (count === undefined) throw usageFailure(phrase`not a duration: ${JSON.stringify(text)}; write 90s, 30m or 2h`);
  return Number(count) * UNIT_MS[(unit === '' ? 's' : unit) as keyof typeof UNIT_MS];
}
