import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { workspace, type Problem, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream } from '../../installation/installation.js';
import { People } from '../../person/person.view.js';
import { inUtc } from '../../platform-record/record-fields.js';
import { RecordValidator, unknownPerson } from '../../platform-record/record-validator.js';
import { externalIdKey, externalIdStream } from '../external-id.js';
import { findProposable, proposable } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { proposalToWire } from '../proposal.view.js';
import { makeProposal, type MakeProposal } from './make-proposal.js';
import { capabilityProblems, textProblems } from './proposal-problems.js';

type Request = RequestOf<typeof workspace.makeProposal>;
type Reply = ReplyOf<typeof workspace.makeProposal>;
/** The reply that is stored, so that a repeated request gets it again. */
type StoredReply =
  | { readonly created: true; readonly proposal: Reply['proposal'] }
  | { readonly created: false; readonly proposalId: string };

@Controller()
export class MakeProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly people: People,
    private readonly validator: RecordValidator,
  ) {}

  @MessagePattern(workspace.makeProposal.subject)
  async handle(request: Request, context: RequestContext): Promise<Outcome<Reply>> {
    // A repeated request gets the stored reply without validation, because capabilities may have changed since the
    // first attempt.
    const idempotency = idempotencyOf(request.idempotency);
    const stored = await this.store.findReply<StoredReply>(idempotency);
    if (stored !== null) return await this.withProposal(stored);
    const { state: installation } = await this.store.load(streamRef(installationStream, request.installation_id));
    if (installation.status !== 'active') return refuse('installation.not_found');
    const command = await this.commandOf(request, installation.pluginId);
    const declared = capabilityProblems(command, installation.capabilities);
    if (declared === null) return refuse('auth.scope_missing', { scope: `proposals.${command.recordType}` });
    const problems = await this.problemsOf(command, declared);
    if (problems.length > 0) return refuse('proposal.invalid', { problems });

    const outcome = await this.store.run({
      name: 'MakeProposal',
      streams: {
        externalId: streamRef(externalIdStream, externalIdKey(command.installationId, command.externalId)),
        proposal: streamRef(proposalStream, command.proposalId),
        record: streamRef(proposable(command.recordType).type.stream, command.recordId ?? `new:${command.proposalId}`),
      },
      decide: (states) =>
        mapReply(makeProposal(command, states), (made): StoredReply =>
          made.created ? { created: true, proposal: proposalToWire(made.proposal) } : made,
        ),
      idempotency,
      meta: metaOf(context),
    });
    return await this.withProposal(outcome);
  }

  private async problemsOf(command: MakeProposal, declared: readonly Problem[]): Promise<readonly Problem[]> {
    const { organisationId, assigneeId, recordType, changes } = command;
    const problems = [...textProblems(command)];
    if (assigneeId !== null && !(await this.people.known(organisationId, [assigneeId])).has(assigneeId))
      problems.push(unknownPerson('/assignee_id'));
    problems.push(...declared);
    // `capabilityProblems` has already validated the changes against their schema. Here only the people in them are
    // checked.
    if (problems.length > 0) return problems;
    const { peopleFields } = proposable(recordType);
    const reader = { organisationId, personId: command.onBehalfOf };
    return await this.validator.problems({ ...reader, schema: {}, fields: changes, peopleFields, path: '/changes' });
  }

  /**
   * Loads the proposal if it existed before the request: the command did not know its id, so it could not read its
   * stream.
   */
  private async withProposal(outcome: Outcome<StoredReply>): Promise<Outcome<Reply>> {
    if (!outcome.accepted) return outcome;
    const { reply } = outcome;
    if (reply.created) return { ...outcome, reply };
    const { state } = await this.store.load(streamRef(proposalStream, reply.proposalId));
    if (state.status === 'absent') throw new Error(`proposal ${reply.proposalId} is not in the log`);
    return { ...outcome, reply: { created: false, proposal: proposalToWire(state) } };
  }

  private async commandOf(request: Request, pluginId: string): Promise<MakeProposal> {
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
      changes: inUtc(changes, findProposable(record_type)?.timeFields ?? []),
      summary,
      assigneeId: assignee_id,
      onBehalfOf: person_id,
      viewer: person_id === null ? null : await this.people.find(request.organisation_id, person_id),
      inputHash: inputHash({ record_type, action, record_id, base_revision, changes, summary, assignee_id }),
      at: now().toISOString(),
    };
  }
}
