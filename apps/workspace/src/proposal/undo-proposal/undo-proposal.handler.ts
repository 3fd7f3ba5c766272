import { commandHandler } from '@kushk/broker';
import { workspaceDecisions } from '@kushk/contracts';
import { mapReply, refuse } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { undoneProposalToWire } from '../proposal.view.js';
import { RecordReferences } from '../record-references.view.js';
import { SettlementFinder } from '../settlement-finder.js';
import { undoProposal } from './undo-proposal.js';

export const UndoProposalHandler = commandHandler(
  workspaceDecisions.undoProposal,
  { settlements: SettlementFinder, references: RecordReferences },
  async (request, { settlements, references }, { run }) => {
    const found = await settlements.find(request, now());
    if (found === null) return refuse('proposal.not_found');
    const { organisationId, person } = found.settlement;
    return run({
      name: 'UndoProposal',
      streams: { proposal: found.streams.proposal, record: found.streams.record },
      command: { organisationId, person, isReferenced: await references.exist(request) },
      // The time is that of the decision: a command may wait longer than the undo is possible.
      decide: (command, states) =>
        mapReply(undoProposal({ ...command, at: now().toISOString() }, states), undoneProposalToWire),
    });
  },
);
