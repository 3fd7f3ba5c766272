import { walletFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';

const reaction = 'on-balance-low';

export const OnBalanceLowHandler = feedHandler(walletFacts.balanceLow, { reaction }, ({ available, threshold }) => ({
  eventType: 'plugin.wallet.low',
  data: { available, threshold },
}));
