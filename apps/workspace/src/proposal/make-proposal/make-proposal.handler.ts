import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import {
  codePoints,
  freeTextProblems,
  isStorableText,
  requestProblem,
  workspace,
  type Problem,
  type ReplyOf,
  type RequestOf,
} from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { mapReply, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CaseRules } from '../../case/case-rules.handler.js';
import { caseStream } from '../../case/case.js';
import { installationStream } from '../../installation/installation.js';
import { Members } from '../../organisation/organisation.view.js';
import { EXTERNAL_ID_MAX_CHARACTERS } from '../../record/record.js';
import { externalIdKey, externalIdStream, proposalStream } from '../proposal.js';
import { proposalRowOf, proposalToWire } from '../proposal.view.js';
import { makeProposal, proposalProblems, type MakeProposal } from './make-proposal.js';

const SUMMARY_MAX_CHARACTERS = 1_000;
type Request = RequestOf<typeof workspace.makeProposal>;
type Reply = ReplyOf<typeof workspace.makeProposal>;
/** What is kept for an idempotent replay. */
type Stored =
  | { readonly created: true; readonly proposal: Reply['proposal'] }
  | { readonly created: false; readonly proposalId: string };

@Controller()
export class MakeProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly members: Members,
    private readonly rules: CaseRules,
  ) {}

  @MessagePattern(workspace.makeProposal.subject)
  async answer(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    const once = onceOf(request.once);
    const before = await this.store.answered<Stored>(once);
    if (before !== null) return await this.inWords(before);
    const { state: installation } = await this.store.load(streamRef(installationStream, request.installation_id));
    if (installation.status !== 'active') return no('installation.not_found');
    const { recordType, ...what } = {
      recordType: request.record_type,
      action: request.action,
      recordId: request.record_id,
      changes: request.changes,
    };
    const declared = proposalProblems({ recordType, ...what }, installation.capabilities);
    if (declared === null) return no('auth.scope_missing', { scope: `proposals.${recordType}` });
    const problems = [...(await this.textProblems(request)), ...declared];
    if (problems.length === 0)
      problems.push(...(await this.rules.problems(request.organisation_id, {}, request.changes, '/changes')));
    if (problems.length > 0) return no('proposal.invalid', { problems });

    const command = await this.prepare(request, installation.pluginId);
    const outcome = await this.store.run({
      name: 'MakeProposal',
      streams: {
        externalId: streamRef(externalIdStream, externalIdKey(command.installationId, command.externalId)),
        proposal: streamRef(proposalStream, command.proposalId),
        record: streamRef(caseStream, command.recordId ?? `new:${command.proposalId}`),
      },
      decide: (states) =>
        mapReply(makeProposal(command, states), (made): Stored =>
          made.created ? { created: true, proposal: proposalToWire(proposalRowOf(made.proposal)) } : made,
        ),
      once,
      meta: metaOf(context),
    });
    return await this.inWords(outcome);
  }

  /** A proposal that stood already is in a stream that the command could not name: it is read where it stands. */
  private async inWords(outcome: Outcome<Stored>): Promise<Outcome<Reply>> {
    if (!outcome.accepted) return outcome;
    const { reply } = outcome;
    if (reply.created) return { ...outcome, reply };
    const { state } = await this.store.load(streamRef(proposalStream, reply.proposalId));
    if (state.status === 'absent') throw new Error(`proposal ${reply.proposalId} is not in the log`);
    return { ...outcome, reply: { created: false, proposal: proposalToWire(proposalRowOf(state)) } };
  }

  private async prepare(request: Request, pluginId: string): Promise<MakeProposal> {
    const { external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id, person_id } =
      request;
    return {
      proposalId: newId('prp'),
      installationId: request.installation_id,
      organisationId: request.organisation_id,
      pluginId,
      externalId: external_id,
      recordType: record_type,
      action,
      recordId: record_id,
      baseRevision: base_revision,
      changes,
      summary,
      assigneeId: assignee_id,
      onBehalfOf: person_id,
      seenBy: person_id === null ? null : await this.members.find(request.organisation_id, person_id),
      inputHash: inputHash({ record_type, action, record_id, base_revision, changes, summary, assignee_id }),
      at: now().toISOString(),
    };
  }

  private async textProblems({ organisation_id, external_id, summary, assignee_id }: Request): Promise<Problem[]> {
    const problems: Problem[] = [];
    if (external_id === '' || !isStorableText(external_id) || codePoints(external_id) > EXTERNAL_ID_MAX_CHARACTERS) {
      problems.push(
        requestProblem('out_of_range', '/external_id', {
          message: `has 1 to ${EXTERNAL_ID_MAX_CHARACTERS} characters`,
          message_fa: `باید ۱ تا ${EXTERNAL_ID_MAX_CHARACTERS.toLocaleString('fa-IR')} نویسه داشته باشد`,
        }),
      );
    }
    problems.push(...freeTextProblems('/summary', summary, { required: true, maxCodePoints: SUMMARY_MAX_CHARACTERS }));
    if (assignee_id !== null && !(await this.members.known(organisation_id, [assignee_id])).has(assignee_id)) {
      problems.push(
        requestProblem('person_unknown', '/assignee_id', {
          message: 'is nobody in this organisation',
          message_fa: 'عضو این سازمان نیست',
        }),
      );
    }
    return problems;
  }
}
