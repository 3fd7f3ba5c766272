import { commandHandler, errorReplyKind, type CommandContext, type Found } from '@kushk/broker';
import { workspaceDecisions, type ProposalDecision, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { mapReply, refuse, type Outcome, type Refused } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { applyProposal } from '../apply-proposal/apply-proposal.js';
import { ChangedRecords } from '../changed-records.view.js';
import { Proposals } from '../proposal.view.js';
import { rejectProposal } from '../reject-proposal/reject-proposal.js';
import { SettlementFinder } from '../settlement-finder.js';
import { selectionProblems } from './selection.js';

type Request = RequestOf<typeof workspaceDecisions.decideProposals>;
type Reply = ReplyOf<typeof workspaceDecisions.decideProposals>;

/** How many decisions are under way at a time. The command loop stores many of them in one transaction. */
const CONCURRENT_DECISIONS = 32;
/** What is left of the deadline for the reply when no further decision is begun, in milliseconds. */
const RESERVE_MS = 1_000;
/** The code of a decision that this process could not make, or whose commit is not known. */
const UNDECIDED = 'service.unavailable';
const needs = { store: EventStore, settlements: SettlementFinder, proposals: Proposals, records: ChangedRecords };

/**
 * Decides many proposals, each with a commit of its own. A request that is repeated with its key after it was cut off
 * decides the rest: each decision has a key of its own, and the selection is stored before the first one. The reply is
 * stored when all are decided.
 */
export const DecideProposalsHandler = commandHandler(
  workspaceDecisions.decideProposals,
  needs,
  async (request, found, context) => {
    const { store } = found;
    const { idempotency } = context;
    const stored = await store.findReply<Reply>(idempotency);
    if (stored !== null) return stored;
    const problems = selectionProblems(request);
    if (problems.length > 0) return refuse('request.invalid', { problems });
    const selected = await selectedIds(request, found, context);
    if (!selected.accepted) return selected;
    const items = await decideAll(selected.reply, request, { found, context });
    // A request that is repeated decides the rest.
    if (items.some(({ code }) => code === UNDECIDED)) return { accepted: true, reply: { items }, replayed: false };
    await store.storeReply(idempotency, { items });
    // Another request with the same key, at the same time, may have been faster.
    const first = await store.findReply<Reply>(idempotency);
    return { accepted: true, reply: first?.accepted === true ? first.reply : { items }, replayed: false };
  },
);

interface Parts {
  readonly found: Found<typeof needs>;
  readonly context: CommandContext;
}

/** The ids that the request names, or those that the list has now for its filter. */
async function selectedIds(
  { ids, filter, before, expected_count, organisation_id, person_id }: Request,
  { store, proposals }: Found<typeof needs>,
  { idempotency }: CommandContext,
): Promise<Outcome<readonly string[]>> {
  if (ids !== null || filter === null || before === null || expected_count === null)
    return { accepted: true, reply: ids ?? [], replayed: false };
  const key = idempotency && { ...idempotency, key: `${idempotency.key}/selection` };
  const stored = await store.findReply<readonly string[]>(key);
  if (stored !== null) return stored;
  const { assignee_id: assigneeId = null, record_id: recordId = null, plugin_id: pluginId = null } = filter;
  const { record_type: recordType = null, stale, q = null } = filter;
  const filters = { assigneeId, recordId, pluginId, recordType, isStale: stale === true, search: { q } };
  const selection = { filter: filters, before: new Date(before), max: expected_count + 1 };
  const selected = await proposals.pendingIds(organisation_id, person_id, selection);
  // A request with the same key, at the same time, may have begun to decide what it selected.
  if (selected.length !== expected_count)
    return (await store.findReply<readonly string[]>(key)) ?? refuse('request.selection_changed', { expected_count });
  await store.storeReply(key, selected);
  return (await store.findReply<readonly string[]>(key)) ?? { accepted: true, reply: selected, replayed: false };
}

/**
 * Of several that change the same record, one is decided after the other, in the order of the request: the first one is
 * applied, and not the one whose commit happens to be faster.
 */
async function decideAll(ids: readonly string[], request: Request, parts: Parts): Promise<readonly ProposalDecision[]> {
  const decisions = new Map<string, ProposalDecision>();
  const records = await parts.found.records.idsOf(request.organisation_id, ids);
  const left = Map.groupBy(new Set(ids), (id) => records.get(id) ?? id).values();
  const decideNext = async (): Promise<void> => {
    for (const ofRecord of left)
      for (const id of ofRecord) {
        const hasTime = parts.context.deadline.getTime() - Date.now() > RESERVE_MS;
        const outcome = hasTime ? await decide(id, request, parts).catch(undecided) : refuse(UNDECIDED);
        decisions.set(id, decisionOf(id, request, outcome));
      }
  };
  await Promise.all(Array.from({ length: CONCURRENT_DECISIONS }, decideNext));
  return ids.map((id) => decisions.get(id)!);
}

async function decide(proposal_id: string, request: Request, { found, context }: Parts): Promise<Outcome<null>> {
  const { organisation_id, person_id, action, reason } = request;
  const target = await found.settlements.find({ organisation_id, person_id, proposal_id }, now());
  if (target === null) return refuse('proposal.not_found');
  const { settlement, streams, newRecordId } = target;
  const run = context.runPart(proposal_id);
  switch (action) {
    case 'apply':
      return run({
        name: 'ApplyProposal',
        streams,
        command: { ...settlement, newRecordId, overwrite: false, seenRevision: null },
        decide: (command, states) => mapReply(applyProposal(command, states), () => null),
      });
    case 'reject':
      return run({
        name: 'RejectProposal',
        streams,
        command: { ...settlement, reason },
        decide: (command, states) => mapReply(rejectProposal(command, states), () => null),
      });
  }
}

/** The other decisions of the request do not fail with one, because the caller must know what became of them. */
function undecided(error: unknown): Refused {
  if (errorReplyKind(error) === 'failure') throw error;
  return refuse(UNDECIDED);
}

function decisionOf(id: string, { action }: Request, outcome: Outcome<null>): ProposalDecision {
  if (!outcome.accepted) return { id, outcome: 'refused', code: outcome.refusal.code };
  return { id, outcome: action === 'apply' ? 'applied' : 'rejected', code: null };
}
