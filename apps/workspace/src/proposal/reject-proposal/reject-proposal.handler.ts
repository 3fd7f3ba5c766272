import { commandHandler } from '@kushk/broker';
import { freeTextProblems, workspace } from '@kushk/contracts';
import { mapReply, refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { reasonRule } from '../proposal.js';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { rejectProposal } from './reject-proposal.js';

export const RejectProposalHandler = commandHandler(
  workspace.rejectProposal,
  { settlements: SettlementFinder },
  async (request, { settlements }, { run }) => {
    const { reason } = request;
    const problems = reason === null ? [] : freeTextProblems('/reason', reason, reasonRule);
    if (problems.length > 0) return refuse('request.invalid', { problems });
    const found = await settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    return run({
      name: 'RejectProposal',
      streams: found.streams,
      command: { ...found.settlement, reason },
      decide: (command, states) => mapReply(rejectProposal(command, states), proposalForPeopleToWire),
    });
  },
);
