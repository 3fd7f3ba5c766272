/**
 * Runs the checks that need only the body of a submission, in this order: notes and tier, structure of the manifest,
 * publisher (docs/reference/releases.md).
 */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  requestProblem,
  type JsonObject,
  type Problem,
  type Submission,
  type Tier,
} from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { checkContent, checkStructure, type Manifest } from '@kushk/manifest';
import type { SubmissionDetails } from '../release.js';

export interface CheckedSubmission {
  readonly accepted: true;
  readonly manifest: Manifest & JsonObject;
  readonly details: SubmissionDetails;
}

const tiers: readonly unknown[] = ['', 'community', 'verified', 'private'] satisfies (Tier | '')[];

/**
 * Rejects with `request.invalid`, `catalogue.manifest_invalid` or `catalogue.publisher_mismatch`. The warnings list
 * what an instance would reject.
 */
export function checkSubmission(
  body: Submission,
  { publisherId, production }: { readonly publisherId: string; readonly production: boolean },
): CheckedSubmission | Refused {
  const notes = body.notes ?? '';
  const requestedTier = body.requested_tier ?? '';
  const problems = [
    ...freeTextProblems('/notes', notes, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS }),
    ...tierProblems(requestedTier),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  const structure = checkStructure(body.manifest, { production });
  if (structure.length > 0) return refuse('catalogue.manifest_invalid', { problems: structure });
  const manifest = body.manifest as Manifest & JsonObject;
  if (manifest.publisher !== publisherId)
    return refuse('catalogue.publisher_mismatch', { publisher: manifest.publisher, expected: publisherId });
  return {
    accepted: true,
    manifest,
    details: {
      requestedTier: requestedTier as Tier | '',
      notes: notes as string,
      warnings: checkContent(manifest, { production }),
    },
  };
}

function tierProblems(tier: unknown): readonly Problem[] {
  if (tiers.includes(tier)) return [];
  return [
    requestProblem('enum', '/requested_tier', {
      message: 'must be community, verified, private or empty',
      message_fa: 'باید community، verified، private یا خالی باشد',
    }),
  ];
}
