import { deliveryFacts } from '@kushk/contracts';
import { noticeHandler } from '../give-notice/give-notice.handler.js';

export const OnVersionAbandonedHandler = noticeHandler(
  deliveryFacts.installedAbandoned,
  { reaction: 'on-lifecycle-changed', kind: 'plugin_failing' },
  ({ version }) => ({ version }),
);
