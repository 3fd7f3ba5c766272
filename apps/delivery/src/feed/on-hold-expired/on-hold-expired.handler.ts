import { walletFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';

const reaction = 'on-hold-expired';

export const OnHoldExpiredHandler = feedHandler(
  walletFacts.holdExpired,
  { reaction },
  ({ hold_id, service, released }) => ({
    eventType: 'plugin.wallet.hold_expired',
    data: { hold_id, service, released },
  }),
);
