import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply, refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { applyProposal } from './apply-proposal.js';

export const ApplyProposalHandler = commandHandler(
  workspace.applyProposal,
  { settlements: SettlementFinder },
  async (request, { settlements }, { run }) => {
    const found = await settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    return run({
      name: 'ApplyProposal',
      streams: found.streams,
      command: {
        ...found.settlement,
        newRecordId: found.newRecordId,
        overwrite: request.overwrite ?? false,
        seenRevision: request.seen_revision ?? null,
      },
      decide: (command, states) => mapReply(applyProposal(command, states), proposalForPeopleToWire),
    });
  },
);
