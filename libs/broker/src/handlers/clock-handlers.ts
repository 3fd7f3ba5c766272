/** The handlers of the test clock, which the hub and every instance have outside production. */
import type { clockFacts, ClockRequests, ClockResource } from '@kushk/contracts';
import { advanceClock, clockOfScope, followClock } from '@kushk/event-store/clock';
import { TEST_CLOCK } from '@kushk/event-store/fact-stream';
import { clockAheadMs, now } from '@kushk/runtime';
import { respond } from '../transport/context.js';
import { commandHandler } from './command-handler.js';
import { queryHandler } from './query-handler.js';
import { reactionHandler } from './reaction-handler.js';

const MS_PER_SECOND = 1_000;
const needs = { clock: TEST_CLOCK };

/** Returns the controllers of the service that owns the clock of its scope. */
export function clockHandlers({ advanceClock: advance, getClock }: ClockRequests) {
  return [
    commandHandler(advance, needs, async (request, { clock }, { run }) => {
      const outcome = await run({
        name: 'AdvanceClock',
        stream: clockOfScope,
        command: { advance: request.advance, at: now().toISOString() },
        decide: (command, state) => advanceClock(command, state),
      });
      await clock.read();
      return outcome.accepted ? { ...outcome, reply: clockToWire() } : outcome;
    }),
    queryHandler(getClock, needs, async (_request, { clock }) => {
      await clock.read();
      return respond(clockToWire());
    }),
  ];
}

/** Returns the controller of a service that follows the clock of its scope. */
export function clockReaction(fact: (typeof clockFacts)[keyof typeof clockFacts], reaction: string) {
  return reactionHandler(fact, { reaction, needs }, async ({ ahead_seconds, at }, { clock }, { run }) => {
    await run({
      name: 'FollowClock',
      stream: clockOfScope,
      command: { aheadSeconds: ahead_seconds, at },
      decide: (command, state) => followClock(command, state),
    });
    await clock.read();
  });
}

function clockToWire(): ClockResource {
  return { now: now().toISOString(), ahead_seconds: Math.round(clockAheadMs() / MS_PER_SECOND) };
}
