/**
 * The facts of a release as its history: who made which move, when and why. The reviewers' desk has a log of its own,
 * but each of its words that moved a release has become a fact here, with the reviewer's name; so this log alone is the
 * whole history. What the desk did to a release that was withdrawn in the same moment moved nothing and is not told.
 */
import type { Actor, ReleaseEvent } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import type { FleetNotice, ReleaseFact } from '../release.js';

/** Who it was, as far as the fact itself knows: `actor_id` is the key of a publisher, or the subject of somebody of the staff. */
interface RecordedActor {
  readonly actor_kind: 'publisher' | 'staff';
  readonly actor_id: string | null;
  /** Null for a publisher. */
  readonly actor_role: 'reviewer' | 'operator' | null;
}
export type RecordedEvent = Omit<ReleaseEvent, 'number' | 'actor'> & RecordedActor;

/** The move that a fact tells of. `asked` stands behind the command: the system where the fact follows the reviewers' desk. */
export function releaseEvent(fact: ReleaseFact, asked: Actor): RecordedEvent {
  const nothing = {
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
      return {
        ...nothing,
        event: 'submitted',
        status: 'submitted',
        ...publisher(asked.kind === 'publisher' ? asked.key_id : null),
        notes,
        tier,
      };
    }
    case 'ReviewStarted':
      return { ...nothing, event: 'taken', status: 'in_review', ...reviewer(fact.data.by) };
    case 'ReviewReturned':
      return { ...nothing, event: 'given_back', status: 'submitted', ...reviewer(fact.data.by) };
    case 'ReleaseApproved': {
      const { by, notes, tier, approval } = fact.data;
      return {
        ...nothing,
        event: 'approved',
        status: 'approved',
        ...reviewer(by),
        notes,
        tier,
        signature_keyid: approval.signatures[0]?.keyid ?? null,
      };
    }
    case 'ReleaseRejected':
      return { ...nothing, event: 'rejected', status: 'rejected', ...reviewer(fact.data.by), notes: fact.data.notes };
    case 'ReleasePublished':
      // A reviewer who approves may have it published at once; then it follows the desk, and nobody else has asked for it.
      return {
        ...nothing,
        event: 'published',
        status: 'published',
        ...(asked.kind === 'system' ? reviewer(fact.data.by) : operator(fact.data.by)),
        ...wordOf(fact.data.notice),
      };
    case 'ReleaseSuspended':
      return {
        ...nothing,
        event: 'suspended',
        status: 'suspended',
        ...operator(fact.data.by),
        reason: fact.data.reason,
        ...wordOf(fact.data.notice),
      };
    case 'ReleaseResumed':
      return {
        ...nothing,
        event: 'resumed',
        status: 'published',
        ...operator(fact.data.by),
        ...wordOf(fact.data.notice),
      };
    case 'ReleaseWithdrawn': {
      const { by, reason, notice } = fact.data;
      const who = asked.kind === 'publisher' ? publisher(by) : operator(by);
      return {
        ...nothing,
        event: 'withdrawn',
        status: 'withdrawn',
        ...who,
        reason,
        ...(notice !== null && wordOf(notice)),
      };
    }
    default:
      return unreachable(fact);
  }
}

function publisher(keyId: string | null): RecordedActor {
  return { actor_kind: 'publisher', actor_id: keyId, actor_role: null };
}

function reviewer(subject: string): RecordedActor {
  return { actor_kind: 'staff', actor_id: subject, actor_role: 'reviewer' };
}

function operator(subject: string): RecordedActor {
  return { actor_kind: 'staff', actor_id: subject, actor_role: 'operator' };
}

/** The hub's signed word to the fleet. */
function wordOf({ sequence, statement }: FleetNotice): Pick<ReleaseEvent, 'sequence' | 'signature_keyid'> {
  return { sequence, signature_keyid: statement.signatures[0]?.keyid ?? null };
}
