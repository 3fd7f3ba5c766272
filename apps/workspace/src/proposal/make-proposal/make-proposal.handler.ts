import { metaOf, idempotencyOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { mapReply, refuse, streamRef, type Outcome, type StatesOf } from '@kushk/decider';
import { EventStore, type CommandMeta, type IdempotencyKey } from '@kushk/event-store';
import { CONFIG, newId, now, type Config } from '@kushk/runtime';
import { Controller, Inject } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { installationStream } from '../../installation/installation.js';
import { organisationStream } from '../../organisation/organisation.js';
import { inUtc } from '../../platform-record/record-fields.js';
import { matchingRules, ruleSetStream } from '../../rule/rule-set.js';
import { externalIdKey, externalIdStream } from '../external-id.js';
import { findProposable, proposable } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { proposalToWire } from '../proposal.view.js';
import { makeUnderRules, type MadeUnderRules, type MakeUnderRules } from './apply-by-rule.js';
import { makeProposal, type MakeProposal } from './make-proposal.js';
import { ProposalChecks } from './proposal-checks.js';
import { capabilityProblems } from './proposal-problems.js';

type Request = RequestOf<typeof workspace.makeProposal>;
type Reply = ReplyOf<typeof workspace.makeProposal>;
/** The reply that is stored, so that a repeated request gets it again. */
type StoredReply =
  | { readonly created: true; readonly proposal: Reply['proposal'] }
  | { readonly created: false; readonly proposalId: string };

interface RunContext {
  readonly idempotency: IdempotencyKey | undefined;
  readonly meta: CommandMeta;
}

@Controller()
export class MakeProposalHandler {
  constructor(
    private readonly store: EventStore,
    private readonly checks: ProposalChecks,
    @Inject(CONFIG) private readonly config: Config,
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
    // The person has left since the gateway checked the handle. Without a person, the plugin would see more.
    if (command.onBehalfOf !== null && command.viewer === null) return refuse('auth.handle_invalid');
    const declared = capabilityProblems(command, installation.capabilities);
    if (declared === null) return refuse('auth.scope_missing', { scope: `proposals.${command.recordType}` });
    const problems = await this.checks.problemsOf(command, declared);
    if (problems.length > 0) return refuse('proposal.invalid', { problems });

    return await this.withProposal(await this.run(command, { idempotency, meta: metaOf(context) }));
  }

  private async run(command: MakeProposal, context: RunContext) {
    const { organisationId, recordType } = command;
    const { type, idPrefix } = proposable(recordType);
    const newRecordId = newId(idPrefix);
    const streams = {
      externalId: streamRef(externalIdStream, externalIdKey(command.installationId, command.externalId)),
      proposal: streamRef(proposalStream, command.proposalId),
      record: streamRef(type.stream, command.recordId ?? newRecordId),
    };
    if (!(await this.mayBeApplied(command))) {
      const decide = (states: StatesOf<typeof streams>) => mapReply(makeProposal(command, states), storedReply);
      return await this.store.run({ name: 'MakeProposal', streams, decide, ...context });
    }
    const underRules: MakeUnderRules = { proposal: command, newRecordId, month: usageMonthOf(new Date(command.at)) };
    return await this.store.run({
      name: 'MakeProposalUnderRules',
      streams: {
        ...streams,
        organisation: streamRef(organisationStream, organisationId),
        ruleSet: streamRef(ruleSetStream, organisationId),
      },
      decide: (states) => mapReply(makeUnderRules(underRules, states), storedReply),
      ...context,
    });
  }

  /**
   * Returns whether a rule matches the proposal. Only then the command locks the rules of the organisation, so that
   * other proposals do not wait for each other. A rule that is made while this reads may leave the proposal pending.
   */
  private async mayBeApplied(command: MakeProposal): Promise<boolean> {
    if (!this.config.lowRiskRecordTypes.some((type) => type === command.recordType)) return false;
    const { state } = await this.store.load(streamRef(ruleSetStream, command.organisationId));
    return matchingRules(state, command).length > 0;
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
    const [viewer, assignee] = await Promise.all(
      [person_id, assignee_id].map((id) => this.checks.person(request.organisation_id, id)),
    );
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
      viewer: viewer ?? null,
      assignee: assignee ?? null,
      inputHash: inputHash({ record_type, action, record_id, base_revision, changes, summary, assignee_id }),
      at: now().toISOString(),
    };
  }
}

function storedReply(made: MadeUnderRules): StoredReply {
  return made.created ? { created: true, proposal: proposalToWire(made.proposal) } : made;
}
