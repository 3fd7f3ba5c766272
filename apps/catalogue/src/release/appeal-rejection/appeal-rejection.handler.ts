import { catalogueConversation } from '@kushk/contracts';
import { statusHandler } from '../change-status/change-status.handler.js';
import { appealRejection } from './appeal-rejection.js';

export const AppealRejectionHandler = statusHandler(
  catalogueConversation.appealRejection,
  'AppealRejection',
  (change, states, { publisher_id: publisherId, text }) => appealRejection({ ...change, publisherId, text }, states),
);
