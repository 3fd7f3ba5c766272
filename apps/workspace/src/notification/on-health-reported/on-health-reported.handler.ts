import { deliveryFacts } from '@kushk/contracts';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnHealthReportedHandler = noticeHandler(
  deliveryFacts.healthReported,
  { reaction: 'on-lifecycle-changed', kind: ({ state }) => (state === 'silent' ? 'plugin_silent' : 'plugin_failing') },
  () => ({}),
);
