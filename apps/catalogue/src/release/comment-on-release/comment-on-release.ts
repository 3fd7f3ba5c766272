/** A publisher comments on its release, or answers a reviewer who has requested changes. */
import { commentProblems, COMMENTS_PER_SIDE, type CommentText, type ReleaseComment } from '@kushk/contracts';
import { accept, refuse, unreachable, type Decision } from '@kushk/decider';
import type { ReleaseCommented } from '../conversation.js';
import type { Release } from '../release.js';
import { releaseNotFound } from '../status-change.js';

export interface CommentOnRelease extends CommentText {
  readonly commentId: string;
  readonly publisherId: string;
  readonly pluginId: string;
  readonly version: string;
  readonly by: string;
  readonly at: string;
}

/**
 * Rejects with `request.invalid`, `catalogue.release_not_found` (unknown, or of another publisher),
 * `catalogue.release_not_under_review` or `quota.exceeded`.
 */
export function commentOnRelease(
  command: CommentOnRelease,
  release: Release,
): Decision<readonly ReleaseCommented[], ReleaseComment> {
  const { commentId: id, publisherId, pluginId, version, text, by, at } = command;
  const problems = commentProblems('', command);
  if (problems.length > 0) return refuse('request.invalid', { problems });
  if (release.status === 'absent' || release.publisherId !== publisherId) return releaseNotFound(pluginId, version);
  switch (release.status) {
    case 'submitted':
    case 'in_review': {
      const used = release.conversation.publisherComments;
      if (used >= COMMENTS_PER_SIDE)
        return refuse('quota.exceeded', { quota: 'release_comments', limit: COMMENTS_PER_SIDE, used });
      const comment = { id, path: command.path ?? '', text };
      return accept([{ type: 'ReleaseCommented', data: { comment, status: release.status, by, at } }], {
        ...comment,
        at,
        by: 'publisher',
      });
    }
    case 'approved':
    case 'rejected':
    case 'published':
    case 'suspended':
    case 'withdrawn':
      return refuse('catalogue.release_not_under_review', { status: release.status });
    default:
      return unreachable(release);
  }
}
