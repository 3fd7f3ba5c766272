/** The handlers of everything about proposals. */
import { ApplyProposalHandler } from './apply-proposal/apply-proposal.handler.js';
import { ExplainRejectionHandler } from './explain-rejection/explain-rejection.handler.js';
import { GetMonthlyProposalsHandler } from './get-monthly-proposals/get-monthly-proposals.handler.js';
import { GetProposalOfPluginHandler } from './get-proposal-of-plugin/get-proposal-of-plugin.handler.js';
import { GetProposalHandler } from './get-proposal/get-proposal.handler.js';
import { ListProposalsOfPluginHandler } from './list-proposals-of-plugin/list-proposals-of-plugin.handler.js';
import { ListProposalsHandler } from './list-proposals/list-proposals.handler.js';
import { MakeProposalHandler } from './make-proposal/make-proposal.handler.js';
import { AssignProposalHandler } from './assign-proposal/assign-proposal.handler.js';
import { DecideProposalsHandler } from './decide-proposals/decide-proposals.handler.js';
import { RejectProposalHandler } from './reject-proposal/reject-proposal.handler.js';
import { UndoProposalHandler } from './undo-proposal/undo-proposal.handler.js';
import { WithdrawProposalHandler } from './withdraw-proposal/withdraw-proposal.handler.js';

export const proposalHandlers = [
  ApplyProposalHandler,
  ExplainRejectionHandler,
  GetMonthlyProposalsHandler,
  GetProposalOfPluginHandler,
  GetProposalHandler,
  ListProposalsOfPluginHandler,
  ListProposalsHandler,
  MakeProposalHandler,
  AssignProposalHandler,
  DecideProposalsHandler,
  RejectProposalHandler,
  UndoProposalHandler,
  WithdrawProposalHandler,
] as const;
