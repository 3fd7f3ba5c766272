import { catalogue } from '@kushk/contracts';
import { statusHandler } from '../change-status/change-status.handler.js';
import { withdrawRelease } from './withdraw-release.js';

export const WithdrawReleaseHandler = statusHandler(
  catalogue.withdrawRelease,
  'WithdrawRelease',
  (change, states, { publisher_id: publisherId, reason }) =>
    withdrawRelease({ ...change, publisherId, reason }, states),
);
