import type { HelpTexts } from './help-terms.js';

export const english: HelpTexts = {
  more: 'More about it',
  mu: {
    title: 'MU',
    text: 'The unit in which the work of a plugin is counted. Each task takes some from the plugin’s own wallet, at the rate of its plan.',
    section: 'mu',
  },
  hold: {
    title: 'Held MU',
    text: 'Reserved for work that has not ended. Then its cost is consumed, and the rest is available again.',
    section: 'hold',
  },
  tier: {
    title: 'Tier',
    text: 'Who stands behind a version and who may install it: a verified publisher, any publisher, or only organisations with access.',
    section: 'tier',
  },
  partial: {
    title: 'Partial and final months',
    text: 'Until every instance has reported the whole month, figures are minimums: they only rise. Those of a final month do not change.',
    section: 'partial-usage',
  },
  channel: {
    title: 'Channel',
    text: 'Which versions this installation follows: finished ones only (stable), or also those that the publisher still tests (beta).',
    section: 'channel',
  },
  rollout: {
    title: 'Rollout',
    text: 'A new version reaches a part of its installations first and the others later, so that an error shows before it is everywhere.',
    section: 'rollout',
  },
};
