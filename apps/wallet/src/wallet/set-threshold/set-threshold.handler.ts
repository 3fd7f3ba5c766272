import { walletLedger } from '@kushk/contracts';
import { controlsHandler } from '../change-controls/change-controls.handler.js';
import { setThreshold } from './set-threshold.js';

export const SetThresholdHandler = controlsHandler(walletLedger.setThreshold, {
  name: 'SetThreshold',
  terms: ({ mu }) => ({ mu }),
  decide: setThreshold,
});
