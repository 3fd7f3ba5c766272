import { catalogue } from '@kushk/contracts';
import { statusHandler } from '../change-status/change-status.handler.js';
import { suspendRelease } from './suspend-release.js';

export const SuspendReleaseHandler = statusHandler(
  catalogue.suspendRelease,
  'SuspendRelease',
  (change, states, { reason }) => suspendRelease({ ...change, reason }, states),
);
