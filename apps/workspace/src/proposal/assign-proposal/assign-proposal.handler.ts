import { commandHandler } from '@kushk/broker';
import { workspace } from '@kushk/contracts';
import { mapReply, refuse, streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { personStream } from '../../person/person.js';
import { proposalForPeopleToWire } from '../proposal.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { assignProposal } from './assign-proposal.js';

export const AssignProposalHandler = commandHandler(
  workspace.assignProposal,
  { settlements: SettlementFinder },
  async (request, { settlements }, { run }) => {
    const found = await settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    const { proposal, record } = found.streams;
    return run({
      name: 'AssignProposal',
      // The person is locked with the proposal, so that nobody is assigned to it while leaving the organisation.
      streams: { proposal, record, assignee: streamRef(personStream, request.assignee_id ?? 'nobody') },
      command: { ...found.settlement, assigneeId: request.assignee_id },
      decide: (command, states) => mapReply(assignProposal(command, states), proposalForPeopleToWire),
    });
  },
);
