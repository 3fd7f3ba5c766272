/**
 * Maps the facts of a release to its history: which event happened, when, by whom and why. Every reviewer action that
 * changed the release is also a fact of the release, with the reviewer's name, so this log alone contains the whole
 * history. A reviewer action on a release that was withdrawn at the same moment changed nothing and is not listed.
 */
import type { Actor, ReleaseEvent } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { ReleaseFact, ReleaseWithdrawn, ReviewStep, SignedStatus } from '../release.js';

/** A person of the publisher, with the name at that time. */
interface PublisherPerson {
  readonly id: string;
  readonly name: string;
}
/** The actor as far as the fact identifies it. A publisher key appears only by its id. */
type RecordedActor =
  | { readonly kind: 'system' }
  | { readonly kind: 'publisher'; readonly key_id: string | null; readonly member: PublisherPerson | null }
  | { readonly kind: 'staff'; readonly subject: string; readonly name: string; readonly role: 'reviewer' | 'operator' };
export type RecordedEvent = Omit<ReleaseEvent, 'number' | 'actor'> & { readonly actor: RecordedActor };

/**
 * Returns the event that a fact records. `caller` is the sender of the command; it is the system when the fact
 * follows a reviewer action.
 */
export function releaseEvent(fact: ReleaseFact, caller: Actor): RecordedEvent {
  const common = {
    happened_at: fact.data.at,
    notes: null,
    reason: null,
    tier: null,
    signature_keyid: null,
    sequence: null,
  };
  switch (fact.type) {
    case 'ReleaseSubmitted': {
      const { notes, requestedTier: tier } = fact.data;
      const actor = publisher(caller);
      return { ...common, event: 'submitted', status: 'submitted', actor, notes, tier };
    }
    case 'ReviewStarted':
      return { ...common, event: 'taken', status: 'in_review', actor: reviewer(fact.data, caller) };
    case 'ReviewReturned': {
      const { status = 'submitted' } = fact.data;
      return { ...common, event: 'given_back', status, actor: reviewer(fact.data, caller) };
    }
    case 'ChangesRequested': {
      const notes = fact.data.comments[0]?.text ?? null;
      const actor = reviewer(fact.data, caller);
      return { ...common, event: 'changes_requested', status: 'in_review', actor, notes };
    }
    case 'ReleaseCommented': {
      const { status, comment } = fact.data;
      return { ...common, event: 'commented', status, actor: publisher(caller), notes: comment.text };
    }
    case 'RejectionAppealed':
      return { ...common, event: 'appealed', status: 'in_review', actor: publisher(caller), notes: fact.data.text };
    case 'ApprovalRecorded': {
      const { notes, tier, approval } = fact.data;
      const signature_keyid = approval.signatures[0]?.keyid ?? null;
      const actor = reviewer(fact.data, caller);
      return { ...common, event: 'approved', status: 'approved', actor, notes, tier, signature_keyid };
    }
    case 'RejectionRecorded': {
      const { notes } = fact.data;
      return { ...common, event: 'rejected', status: 'rejected', actor: reviewer(fact.data, caller), notes };
    }
    case 'ReleasePublished': {
      const { by, signedStatus } = fact.data;
      // A reaction publishes only when a reviewer requested the publication with the approval, so the actor is the
      // reviewer.
      const isOperator = caller.kind === 'staff' && caller.roles.includes('operator');
      const actor = isOperator ? operator(by, caller) : reviewer({ by, byName: nameOf(caller, by) }, caller);
      return { ...common, event: 'published', status: 'published', actor, ...statementOf(signedStatus) };
    }
    case 'ReleaseSuspended': {
      const { by, reason, signedStatus } = fact.data;
      const actor = operator(by, caller);
      return { ...common, event: 'suspended', status: 'suspended', actor, reason, ...statementOf(signedStatus) };
    }
    case 'ReleaseResumed': {
      const { by, signedStatus } = fact.data;
      const actor = operator(by, caller);
      return { ...common, event: 'resumed', status: 'published', actor, ...statementOf(signedStatus) };
    }
    case 'ReleaseWithdrawn': {
      const { reason, signedStatus } = fact.data;
      const actor = withdrawer(fact.data, caller);
      const statement = signedStatus !== null && statementOf(signedStatus);
      return { ...common, event: 'withdrawn', status: 'withdrawn', actor, reason, ...statement };
    }
    default:
      return unreachable(fact);
  }
}

function withdrawer({ by, replacedBy }: ReleaseWithdrawn['data'], caller: Actor): RecordedActor {
  // The service withdraws what a submission replaces.
  if (replacedBy !== undefined) return { kind: 'system' };
  const isPublisher = caller.kind === 'publisher' || caller.kind === 'publisher_member';
  return isPublisher ? publisher(caller) : operator(by, caller);
}

/** A publisher acts with a key, or a person of the publisher acts in the portal. */
function publisher(caller: Actor): RecordedActor {
  const key_id = caller.kind === 'publisher' ? caller.key_id : null;
  const member = caller.kind === 'publisher_member' ? { id: caller.member_id, name: caller.name } : null;
  return { kind: 'publisher', key_id, member };
}

/** A publisher is the caller of these steps only in a return, which the service approves and publishes. */
function reviewer({ by, byName }: Pick<ReviewStep, 'by' | 'byName'>, caller: Actor): RecordedActor {
  if (caller.kind === 'publisher' || caller.kind === 'publisher_member') return { kind: 'system' };
  return { kind: 'staff', subject: by, name: byName, role: 'reviewer' };
}

function operator(subject: string, caller: Actor): RecordedActor {
  return { kind: 'staff', subject, name: nameOf(caller, subject), role: 'operator' };
}

/** The name of a staff member at that time. */
function nameOf(caller: Actor, subject: string): string {
  return caller.kind === 'staff' ? caller.name : subject;
}

/** Sequence number and key id of the statement that the hub signed. */
function statementOf({ sequence, statement }: SignedStatus): Pick<ReleaseEvent, 'sequence' | 'signature_keyid'> {
  return { sequence, signature_keyid: statement.signatures[0]?.keyid ?? null };
}
