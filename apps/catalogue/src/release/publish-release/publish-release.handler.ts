import { catalogue } from '@kushk/contracts';
import { statusHandler } from '../change-status/change-status.handler.js';
import { publishRelease } from './publish-release.js';

export const PublishReleaseHandler = statusHandler(
  catalogue.publishRelease,
  'PublishRelease',
  (change, states, message) => publishRelease({ ...change, tightened: message.rollout }, states),
);
