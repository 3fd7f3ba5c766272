/** What a reviewer and a publisher say about a release (docs/reference/releases.md): facts, and the state of it. */
import type { ReleaseAppeal, RequestedChange } from '@kushk/contracts';
import type { Fact } from '@kushk/decider';
import type { ReviewStep } from './release.js';

/** The comments themselves are only in the facts and in a view, so that the state stays small. */
export interface Conversation {
  /** When a reviewer last requested changes; null before that, and again after an appeal. */
  readonly changesRequestedAt: string | null;
  /** How many comments the publisher has made. */
  readonly publisherComments: number;
  /** A release has at most one appeal. */
  readonly appeal: ReleaseAppeal | null;
}
export const SILENT: Conversation = { changesRequestedAt: null, publisherComments: 0, appeal: null };

export type ChangesRequested = Fact<'ChangesRequested', ReviewStep & { readonly comments: readonly RequestedChange[] }>;
export type ReleaseCommented = Fact<
  'ReleaseCommented',
  {
    readonly comment: RequestedChange;
    /** The status of the release, which a comment does not change. */
    readonly status: 'submitted' | 'in_review';
    readonly by: string;
    readonly at: string;
  }
>;
/** It contains the plugin id and version, so that a public fact can be made from this fact alone. */
export type RejectionAppealed = Fact<
  'RejectionAppealed',
  {
    readonly pluginId: string;
    readonly version: string;
    readonly text: string;
    readonly by: string;
    readonly at: string;
  }
>;

export function changesRequested(before: Conversation, { at }: ReviewStep): Conversation {
  return { ...before, changesRequestedAt: at };
}

export function commented(before: Conversation): Conversation {
  return { ...before, publisherComments: before.publisherComments + 1 };
}

/**
 * The rejection leaves the state of the release with the appeal, so the appeal keeps it. What the reviewer who rejected
 * has requested no longer waits for the publisher.
 */
export function appealed(
  before: Conversation,
  { at, text }: RejectionAppealed['data'],
  rejection: { readonly decidedAt: string; readonly reviewNotes: string },
): Conversation {
  const { decidedAt: rejected_at, reviewNotes: rejection_notes } = rejection;
  return { ...before, changesRequestedAt: null, appeal: { at, text, rejected_at, rejection_notes } };
}
