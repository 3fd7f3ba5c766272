import { followAdvance, reactionHandler } from '@kushk/broker';
import { clockFacts } from '@kushk/contracts';
import { TEST_CLOCK } from '@kushk/event-store/fact-stream';
import { installationReaction as reaction } from '../../endpoint/installation-reaction.js';

export const OnClockAdvancedHandler = reactionHandler(
  clockFacts.ofInstance,
  { reaction, needs: { clock: TEST_CLOCK } },
  followAdvance,
);
