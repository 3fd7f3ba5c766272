import { followAdvance, reactionHandler } from '@kushk/broker';
import { clockFacts } from '@kushk/contracts';
import { TEST_CLOCK } from '@kushk/event-store/fact-stream';
import { catalogueReaction as reaction } from '../../review/review-arrivals.js';

export const OnClockAdvancedHandler = reactionHandler(
  clockFacts.ofHub,
  { reaction, needs: { clock: TEST_CLOCK } },
  followAdvance,
);
