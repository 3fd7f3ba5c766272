/** A person settles a proposal: applies it, rejects it, or says later why it was rejected. */
import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import {
  freeTextProblems,
  usageMonthOf,
  workspace,
  type Once,
  type ProposalForPeople,
  type RequestOf,
} from '@kushk/contracts';
import { mapReply, streamRef, type Decision, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { caseStream, type Case, type CaseFact } from '../case/case.js';
import { Members } from '../organisation/organisation.view.js';
import { applyProposal, type Settle } from './apply-proposal/apply-proposal.js';
import {
  externalIdKey,
  externalIdStream,
  proposalStream,
  type ExistingProposal,
  type ExternalId,
  type ExternalIdFact,
  type Proposal,
  type ProposalFact,
} from './proposal.js';
import { forPeopleToWire, proposalRowOf } from './proposal.view.js';
import { explainRejection, rejectProposal } from './reject-proposal/reject-proposal.js';

const REASON_MAX_CHARACTERS = 4_000;
interface Target {
  readonly organisation_id: string;
  readonly person_id: string;
  readonly proposal_id: string;
  readonly once?: Once;
}
type States = { proposal: Proposal; externalId: ExternalId; record: Case };
type Facts = { proposal?: ProposalFact[]; externalId?: ExternalIdFact[]; record?: CaseFact[] };

@Controller()
export class SettleProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly members: Members,
  ) {}

  @MessagePattern(workspace.applyProposal.subject)
  async apply(request: Target, context: RequestContext): Promise<Outcome<ProposalForPeople>> {
    const newRecordId = newId('cas');
    return await this.settle('ApplyProposal', request, context, newRecordId, (command, states) =>
      applyProposal({ ...command, newRecordId }, states),
    );
  }

  @MessagePattern(workspace.rejectProposal.subject)
  async reject(
    request: RequestOf<typeof workspace.rejectProposal>,
    context: RequestContext,
  ): Promise<Outcome<ProposalForPeople>> {
    const { reason } = request;
    const problems =
      reason === null
        ? []
        : freeTextProblems('/reason', reason, { required: true, maxCodePoints: REASON_MAX_CHARACTERS });
    if (problems.length > 0) return no('request.invalid', { problems });
    return await this.settle('RejectProposal', request, context, '', (command, states) =>
      rejectProposal({ ...command, reason }, states),
    );
  }

  @MessagePattern(workspace.giveReason.subject)
  async explain(
    request: RequestOf<typeof workspace.giveReason>,
    context: RequestContext,
  ): Promise<Outcome<ProposalForPeople>> {
    const { reason } = request;
    const problems = freeTextProblems('/reason', reason, { required: true, maxCodePoints: REASON_MAX_CHARACTERS });
    if (problems.length > 0) return no('request.invalid', { problems });
    return await this.settle('ExplainRejection', request, context, '', (command, states) =>
      explainRejection({ ...command, reason }, states),
    );
  }

  private async settle(
    name: string,
    target: Target,
    context: RequestContext,
    newRecordId: string,
    decide: (command: Settle, states: States) => Decision<Facts, ExistingProposal>,
  ): Promise<Outcome<ProposalForPeople>> {
    const { organisation_id, person_id, proposal_id, once } = target;
    const [person, { state }] = await Promise.all([
      this.members.find(organisation_id, person_id),
      this.store.load(streamRef(proposalStream, proposal_id)),
    ]);
    if (person === null || state.status === 'absent') return no('proposal.not_found');
    const at = now();
    const command: Settle = { organisationId: organisation_id, person, month: usageMonthOf(at), at: at.toISOString() };
    return await this.store.run({
      name,
      streams: {
        proposal: streamRef(proposalStream, proposal_id),
        externalId: streamRef(externalIdStream, externalIdKey(state.installationId, state.externalId)),
        record: streamRef(caseStream, state.recordId ?? (newRecordId === '' ? `new:${proposal_id}` : newRecordId)),
      },
      decide: (states) => mapReply(decide(command, states), (settled) => forPeopleToWire(proposalRowOf(settled))),
      once: onceOf(once),
      meta: metaOf(context),
    });
  }
}
