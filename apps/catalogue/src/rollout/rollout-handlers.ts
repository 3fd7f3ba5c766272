/** What the catalogue handles of rollouts. */
import { ChangeRolloutHandler } from './change-rollout/change-rollout.handler.js';
import { HaltFailingRolloutHandler } from './halt-failing-rollout/halt-failing-rollout.handler.js';
import { ListCountedHandler } from './list-counted/list-counted.handler.js';
import { RecordCountsHandler } from './record-counts/record-counts.handler.js';

export const rolloutHandlers = [
  ChangeRolloutHandler,
  HaltFailingRolloutHandler,
  ListCountedHandler,
  RecordCountsHandler,
];
