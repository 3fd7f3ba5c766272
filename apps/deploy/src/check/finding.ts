/** What `kushk-deploy check` finds: one line per thing that it looked at. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Finding {
  /** What was looked at: `postgres db1:5432`. */
  readonly about: string;
  /** What is wrong, and what to do; null when it is as it should be. */
  readonly problem: string | null;
  /** What was found, when nothing is wrong. */
  readonly detail?: string;
}

/** One part of the check. All of them run at once. */
export interface Part {
  readonly about: string;
  readonly find: () => Promise<readonly Finding[]>;
}

/** With what starts beside it, all is done within ten seconds. */
const deadlineMs = 8_000;

export const ok = (about: string, detail = ''): Finding => ({ about, problem: null, detail });
export const wrong = (about: string, problem: string): Finding => ({ about, problem });

/** Runs all parts at once. A part that throws, or does not end in time, is wrong itself. */
export async function runParts(parts: readonly Part[]): Promise<readonly Finding[]> {
  const deadline = new AbortController();
  const late = sleep(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined);
  try {
    const findings = await Promise.all(
      parts.map((part) => Promise.race([findingsOf(part), late.then(() => tooLate(part))])),
    );
    return findings.flat();
  } finally {
    deadline.abort();
  }
}

async function findingsOf({ about, find }: Part): Promise<readonly Finding[]> {
  try {
    return await find();
  } catch (error) {
    return [wrong(about, (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '')];
  }
}

const tooLate = ({ about }: Part): readonly Finding[] => [
  wrong(
    about,
    `no answer within ${deadlineMs / 1_000} s: is the host reachable, and does a firewall let the port through?`,
  ),
];

/** One line per finding. */
export function lineOf({ about, problem, detail }: Finding): string {
  if (problem !== null) return `wrong  ${about}: ${problem}`;
  return `ok     ${about}${detail ? `: ${detail}` : ''}`;
}
