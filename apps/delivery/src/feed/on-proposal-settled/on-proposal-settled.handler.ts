import { workspaceFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';
import { proposalData } from './proposal-data.js';

const reaction = 'on-proposal-settled';

export const OnProposalSettledHandler = feedHandler(workspaceFacts.proposalSettled, { reaction }, (data) => ({
  eventType: 'plugin.proposal.settled',
  data: proposalData(data),
}));
