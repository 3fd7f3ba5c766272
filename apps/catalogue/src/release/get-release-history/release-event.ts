/**
 * Maps the facts of a release to its history: which event happened, when, by whom and why. Every reviewer action that
 * changed the release is also a fact of the release, with the reviewer's name, so this log alone contains the whole
 * history. A reviewer action on a release that was withdrawn at the same moment changed nothing and is not listed.
 */
import type { Actor, ReleaseEvent } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { ReleaseFact, SignedStatus } from '../release.js';

/** The actor as far as the fact identifies it. A publisher key appears only by its id. */
type RecordedActor =
  | { readonly kind: 'publisher'; readonly key_id: string | null }
  | { readonly kind: 'staff'; readonly subject: string; readonly role: 'reviewer' | 'operator' };
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
      const actor = publisher(caller.kind === 'publisher' ? caller.key_id : null);
      return { ...common, event: 'submitted', status: 'submitted', actor, notes, tier };
    }
    case 'ReviewStarted':
      return { ...common, event: 'taken', status: 'in_review', actor: reviewer(fact.data.by) };
    case 'ReviewReturned':
      return { ...common, event: 'given_back', status: 'submitted', actor: reviewer(fact.data.by) };
    case 'ApprovalRecorded': {
      const { by, notes, tier, approval } = fact.data;
      const signature_keyid = approval.signatures[0]?.keyid ?? null;
      return { ...common, event: 'approved', status: 'approved', actor: reviewer(by), notes, tier, signature_keyid };
    }
    case 'RejectionRecorded': {
      const { by, notes } = fact.data;
      return { ...common, event: 'rejected', status: 'rejected', actor: reviewer(by), notes };
    }
    case 'ReleasePublished': {
      const { by, signedStatus } = fact.data;
      // A reaction publishes only when a reviewer requested the publication with the approval, so the actor is the
      // reviewer.
      const isOperator = caller.kind === 'staff' && caller.roles.includes('operator');
      const actor = isOperator ? operator(by) : reviewer(by);
      return { ...common, event: 'published', status: 'published', actor, ...statementOf(signedStatus) };
    }
    case 'ReleaseSuspended': {
      const { by, reason, signedStatus } = fact.data;
      const actor = operator(by);
      return { ...common, event: 'suspended', status: 'suspended', actor, reason, ...statementOf(signedStatus) };
    }
    case 'ReleaseResumed': {
      const { by, signedStatus } = fact.data;
      return { ...common, event: 'resumed', status: 'published', actor: operator(by), ...statementOf(signedStatus) };
    }
    case 'ReleaseWithdrawn': {
      const { by, reason, signedStatus } = fact.data;
      const actor = caller.kind === 'publisher' ? publisher(by) : operator(by);
      const statement = signedStatus !== null && statementOf(signedStatus);
      return { ...common, event: 'withdrawn', status: 'withdrawn', actor, reason, ...statement };
    }
    default:
      return unreachable(fact);
  }
}

function publisher(key_id: string | null): RecordedActor {
  return { kind: 'publisher', key_id };
}

function reviewer(subject: string): RecordedActor {
  return { kind: 'staff', subject, role: 'reviewer' };
}

function operator(subject: string): RecordedActor {
  return { kind: 'staff', subject, role: 'operator' };
}

/** Sequence number and key id of the statement that the hub signed. */
function statementOf({ sequence, statement }: SignedStatus): Pick<ReleaseEvent, 'sequence' | 'signature_keyid'> {
  return { sequence, signature_keyid: statement.signatures[0]?.keyid ?? null };
}
