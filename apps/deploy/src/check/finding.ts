/** What `kushk-deploy check` and `verify` find: one line per thing that they looked at. */
import { connectionCause } from '@kushk/runtime';

export interface Finding {
  /** What was looked at: `postgres db1:5432`. */
  readonly about: string;
  /** What is wrong, and what to do; null when it is as it should be, or not known. */
  readonly problem: string | null;
  /** What was found, when nothing is wrong. */
  readonly detail?: string;
  /** Whether it did not answer in time: nothing is known about it. */
  readonly isUnanswered?: true;
}

/** One part of a check. */
export interface Part {
  readonly about: string;
  readonly find: () => Promise<readonly Finding[]>;
}

/** For all parts together. What the process needs to start comes on top: a slow machine must not leave less time. */
export const DEADLINE_MS = 8_000;
/** For one inspection of a server. */
const inspectionMs = 6_500;

export const ok = (about: string, detail = ''): Finding => ({ about, problem: null, detail });
export const wrong = (about: string, problem: string): Finding => ({ about, problem });
const notAnswered = `no answer within ${DEADLINE_MS / 1_000} s: it hangs, the network loses it, or this machine is overloaded; try again`;
export const unanswered = (about: string): Finding => ({
  about,
  problem: null,
  isUnanswered: true,
  detail: notAnswered,
});

/** One inspection did not end in time. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Whether nothing is known about what was looked at, because there was no answer. */
export const isLate = (error: unknown): boolean => error instanceof Unanswered || connectionCause(error) === 'timeout';

/** So that one server that does not answer hides nothing of the others. Rejects with `Unanswered`. */
export async function answered<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered('not answered')), inspectionMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs all parts at once. One that does not end in time is unanswered. */
export async function runParts(parts: readonly Part[], withinMs: number): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((end) => (timer = setTimeout(end, withinMs)));
  try {
    const findings = await Promise.all(
      parts.map((part) => Promise.race([findingsOf(part), late.then(() => [unanswered(part.about)])])),
    );
    return findings.flat();
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a part. One that throws is wrong itself. */
export async function findingsOf({ about, find }: Part): Promise<readonly Finding[]> {
  try {
    return await find();
  } catch (error) {
    return [wrong(about, (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '')];
  }
}

/** One line per finding. */
export function lineOf({ about, problem, detail, isUnanswered }: Finding): string {
  if (problem !== null) return `wrong  ${about}: ${problem}`;
  return `${isUnanswered ? 'late ' : 'ok   '}  ${about}${detail ? `: ${detail}` : ''}`;
}
