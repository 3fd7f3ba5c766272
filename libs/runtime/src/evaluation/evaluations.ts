import {
  capabilityDiff,
  capabilityDifference,
  checkContent,
  checkStructure,
  completeSettings,
  isSourceOf,
  needsConsent,
  validateAgainst,
} from '@kushk/manifest';

/** What an evaluator evaluates. Input and results are JSON, which can be sent to a thread. */
export const evaluations = {
  capabilityDiff,
  capabilityDifference,
  checkContent,
  checkStructure,
  completeSettings,
  isSourceOf,
  needsConsent,
  validateAgainst,
} as const;

export type Evaluations = typeof evaluations;
