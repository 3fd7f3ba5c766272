/** The handlers of the test clock, which the hub and every instance have outside production. */
import type { ClockRequests, ClockResource } from '@kushk/contracts';
import { advanceClock, clockOfScope, followClock } from '@kushk/event-store/clock';
import { TEST_CLOCK, type ServiceClock } from '@kushk/event-store/fact-stream';
import { clockAheadMs, now } from '@kushk/runtime';
import { respond } from '../transport/context.js';
import { commandHandler } from './command-handler.js';
import { queryHandler } from './query-handler.js';
import type { ReactionContext } from './reaction-handler.js';

const MS_PER_SECOND = 1_000;

/** Returns the controllers of the service that owns the clock of its scope. */
export function clockHandlers(requests: ClockRequests) {
  return [
    commandHandler(requests.advanceClock, { clock: TEST_CLOCK }, async ({ advance }, { clock }, { run }) => {
      const outcome = await run({
        name: 'AdvanceClock',
        stream: clockOfScope,
        command: { advance, at: now().toISOString() },
        decide: (command, state) => advanceClock(command, state),
      });
      await clock.read();
      return outcome.accepted ? { ...outcome, reply: clockToWire() } : outcome;
    }),
    queryHandler(requests.getClock, { clock: TEST_CLOCK }, async (_request, { clock }) => {
      await clock.read();
      return respond(clockToWire());
    }),
  ];
}

/** What every other service of the scope does when the clock was moved. */
export async function followAdvance(
  { ahead_seconds: aheadSeconds, at }: { readonly ahead_seconds: number; readonly at: string },
  { clock }: { readonly clock: ServiceClock },
  { run }: Pick<ReactionContext, 'run'>,
): Promise<void> {
  await run({
    name: 'FollowClock',
    stream: clockOfScope,
    command: { aheadSeconds, at },
    decide: (command, state) => followClock(command, state),
  });
  await clock.read();
}

function clockToWire(): ClockResource {
  return { now: now().toISOString(), ahead_seconds: Math.round(clockAheadMs() / MS_PER_SECOND) };
}
