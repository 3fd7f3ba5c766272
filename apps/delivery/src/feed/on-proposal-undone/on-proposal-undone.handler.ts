import { workspaceFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';
import { undoneData } from './undone-data.js';

/** That of the outcome, so that the undo of a proposal is never delivered before its outcome. */
const reaction = 'on-proposal-settled';

export const OnProposalUndoneHandler = feedHandler(workspaceFacts.proposalUndone, { reaction }, (data) => ({
  eventType: 'plugin.proposal.undone',
  data: undoneData(data),
}));
