/** `kushk dev clock`: the test clock of the local system. */
import type { ClockResource } from '@kushk/contracts';
import { send } from '../api.js';
import { localClocks, type LocalClock } from '../connection.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';
import type { Terminal } from '../terminal.js';

const UNIT_SECONDS = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1 } as const;
type Unit = keyof typeof UNIT_SECONDS;
const ADVANCE = /^\+(\d{1,7})([wdhms])$/;

interface ReadClock extends LocalClock {
  readonly clock: ClockResource;
}

/**
 * Shows the clocks of the hub and of the instances, or moves them forward together. Each is moved to the same place,
 * so that a command that failed half way can be repeated with what is left.
 */
export async function moveClock(terminal: Terminal, advance: string | undefined): Promise<ExitCode> {
  const seconds = advance === undefined ? 0 : secondsOf(advance);
  const local = localClocks();
  const clocks = await terminal.withProgress(terminal.translate`Reading`, readAll(terminal, local));
  if (seconds > 0) {
    const wanted = Math.max(...clocks.map(({ clock }) => clock.ahead_seconds)) + seconds;
    await terminal.withProgress(terminal.translate`Moving the clock`, moveAll(terminal, clocks, wanted));
  }
  const moved = seconds === 0 ? clocks : await readAll(terminal, local);
  terminal.result(
    { clocks: moved.map(({ name, clock }) => ({ name, ...clock })) },
    moved.map(({ name, clock }) => `${terminal.paint('bold', name)}  ${clock.now}  ${aheadText(terminal, clock)}`),
  );
  return EXIT.ok;
}

async function readAll(terminal: Terminal, local: readonly LocalClock[]): Promise<readonly ReadClock[]> {
  const clocks: ReadClock[] = [];
  for (const one of local) clocks.push({ ...one, clock: await request(terminal, one) });
  return clocks;
}

/** The hub comes last: it closes a month when its instances have. */
async function moveAll(terminal: Terminal, clocks: readonly ReadClock[], wanted: number): Promise<void> {
  for (const { clock, ...one } of clocks) {
    const missing = wanted - clock.ahead_seconds;
    if (missing > 0) await request(terminal, one, { advance: `PT${missing}S` });
  }
}

function request(terminal: Terminal, { connection, path }: LocalClock, body?: object): Promise<ClockResource> {
  const { language } = terminal;
  return send<ClockResource>(connection, {
    path,
    language,
    expectedFields: ['now', 'ahead_seconds'],
    ...(body === undefined ? { method: 'GET' } : { method: 'POST', body }),
  });
}

function secondsOf(advance: string): number {
  const [, count, unit] = ADVANCE.exec(advance) ?? [];
  const seconds = Number(count ?? 0) * UNIT_SECONDS[(unit ?? 's') as Unit];
  if (seconds > 0) return seconds;
  throw usageFailure(
    phrase`${advance} is not how far the clock moves: write +30d, +36h, +10m or +1w; it never moves back`,
  );
}

function aheadText(terminal: Terminal, { ahead_seconds: seconds }: ClockResource): string {
  if (seconds === 0) return terminal.translate`the real time`;
  const days = Math.floor(seconds / UNIT_SECONDS.d);
  const hours = Math.round(((seconds % UNIT_SECONDS.d) / UNIT_SECONDS.h) * 10) / 10;
  return terminal.translate`${days} d ${hours} h ahead of the real time`;
}
