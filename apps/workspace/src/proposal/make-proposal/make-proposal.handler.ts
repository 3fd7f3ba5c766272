import { commandHandler, type Run } from '@kushk/broker';
import { usageMonthOf, workspace, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { inputHash } from '@kushk/credentials';
import { mapReply, refuse, streamRef, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { CONFIG, newId, now } from '@kushk/runtime';
import { installationStream } from '../../installation/installation.js';
import { organisationStream } from '../../organisation/organisation.js';
import { inUtc } from '../../platform-record/record-fields.js';
import { matchingRules, ruleSetStream } from '../../rule/rule-set.js';
import { externalIdKey, externalIdStream } from '../external-id.js';
import { findProposable, proposable } from '../proposable-records.js';
import { proposalStream } from '../proposal.js';
import { proposalQuotaStream } from '../proposal-quota.js';
import { proposalToWire } from '../proposal.view.js';
import { makeUnderRules, type MadeUnderRules } from './apply-by-rule.js';
import { makeProposal, type MakeProposal } from './make-proposal.js';
import { ProposalChecks } from './proposal-checks.js';
import { capabilityProblems } from './proposal-problems.js';

type Request = RequestOf<typeof workspace.makeProposal>;
type Reply = ReplyOf<typeof workspace.makeProposal>;
/** The reply that is stored, so that a repeated request gets it again. */
type StoredReply =
  | { readonly created: true; readonly proposal: Reply['proposal'] }
  | { readonly created: false; readonly proposalId: string };

export const MakeProposalHandler = commandHandler(
  workspace.makeProposal,
  { store: EventStore, checks: ProposalChecks, config: CONFIG },
  async (request, { store, checks, config }, { run, idempotency }) => {
    // A repeated request gets the stored reply without validation, because capabilities may have changed since the
    // first attempt.
    const stored = await store.findReply<StoredReply>(idempotency);
    if (stored !== null) return withProposal(stored, store);
    const { state: installation } = await store.load(streamRef(installationStream, request.installation_id));
    if (installation.status !== 'active') return refuse('installation.not_found');
    const command = {
      ...(await commandOf(request, installation.pluginId, checks)),
      maxPending: config.quotas.pending_proposals,
    };
    // The person has left since the gateway checked the handle. Without a person, the plugin would see more.
    if (command.onBehalfOf !== null && command.viewer === null) return refuse('auth.handle_invalid');
    const declared = capabilityProblems(command, installation.capabilities);
    if (declared === null)
      return refuse('auth.scope_missing', {
        scope: `proposals.${command.recordType}`,
        declared: installation.capabilities.proposals.map(({ record_type }) => `proposals.${record_type}`),
      });
    const problems = await checks.problemsOf(command, declared);
    if (problems.length > 0) return refuse('proposal.invalid', { problems });

    const isLowRisk = config.lowRiskRecordTypes.some((type) => type === command.recordType);
    return withProposal(await make(command, run, isLowRisk && (await hasMatchingRule(command, store))), store);
  },
);

function make(proposal: MakeProposal, run: Run, mayBeApplied: boolean): Promise<Outcome<StoredReply>> {
  const { organisationId, recordType } = proposal;
  const { type, idPrefix } = proposable(recordType);
  const newRecordId = newId(idPrefix);
  const streams = {
    quota: streamRef(proposalQuotaStream, proposal.installationId),
    externalId: streamRef(externalIdStream, externalIdKey(proposal.installationId, proposal.externalId)),
    proposal: streamRef(proposalStream, proposal.proposalId),
    record: streamRef(type.stream, proposal.recordId ?? newRecordId),
  };
  if (!mayBeApplied)
    return run({
      name: 'MakeProposal',
      streams,
      command: proposal,
      decide: (command, states) => mapReply(makeProposal(command, states), storedReply),
    });
  return run({
    name: 'MakeProposalUnderRules',
    streams: {
      ...streams,
      organisation: streamRef(organisationStream, organisationId),
      ruleSet: streamRef(ruleSetStream, organisationId),
    },
    command: { proposal, newRecordId, month: usageMonthOf(new Date(proposal.at)) },
    decide: (command, states) => mapReply(makeUnderRules(command, states), storedReply),
  });
}

/**
 * Only when a rule matches the proposal, the command locks the rules of the organisation, so that other proposals do
 * not wait for each other. A rule that is made while this reads may leave the proposal pending.
 */
async function hasMatchingRule(command: MakeProposal, store: EventStore): Promise<boolean> {
  const { state } = await store.load(streamRef(ruleSetStream, command.organisationId));
  return matchingRules(state, command).length > 0;
}

/**
 * Loads the proposal if it existed before the request: the command did not know its id, so it could not read its
 * stream.
 */
async function withProposal(outcome: Outcome<StoredReply>, store: EventStore): Promise<Outcome<Reply>> {
  if (!outcome.accepted) return outcome;
  const { reply } = outcome;
  if (reply.created) return { ...outcome, reply };
  const { state } = await store.load(streamRef(proposalStream, reply.proposalId));
  if (state.status === 'absent') throw new Error(`proposal ${reply.proposalId} is not in the log`);
  return { ...outcome, reply: { created: false, proposal: proposalToWire(state) } };
}

async function commandOf(
  request: Request,
  pluginId: string,
  checks: ProposalChecks,
): Promise<Omit<MakeProposal, 'maxPending'>> {
  const { external_id, record_type, action, record_id, base_revision, changes, summary, assignee_id, person_id } =
    request;
  const [viewer, assignee] = await Promise.all(
    [person_id, assignee_id].map((id) => checks.person(request.organisation_id, id)),
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

function storedReply(made: MadeUnderRules): StoredReply {
  return made.created ? { created: true, proposal: proposalToWire(made.proposal) } : made;
}
