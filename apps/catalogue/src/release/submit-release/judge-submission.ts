/** What can be said of a submission from its body alone, in the order of contract §3: notes and tier, structure, publisher. */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  requestProblem,
  type JsonObject,
  type Problem,
  type Tier,
} from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { checkRest, checkStructure, type Manifest } from '@kushk/manifest';

/** The body as it was sent. Absent fields and null are the same (contract §3). */
export interface SubmissionBody {
  readonly manifest?: unknown;
  readonly requested_tier?: unknown;
  readonly notes?: unknown;
}
export interface JudgedSubmission {
  readonly accepted: true;
  readonly manifest: Manifest & JsonObject;
  readonly requestedTier: Tier | '';
  readonly notes: string;
  /** What each instance would refuse at publication (contract §4: the rest). */
  readonly warnings: readonly Problem[];
}

const tiers: readonly unknown[] = ['', 'community', 'verified', 'private'] satisfies (Tier | '')[];

/** Refusals: `request.invalid`, `catalogue.manifest_invalid`, `catalogue.publisher_mismatch`. */
export function judgeSubmission(
  body: SubmissionBody,
  { publisherId, production }: { readonly publisherId: string; readonly production: boolean },
): JudgedSubmission | Refused {
  const notes = body.notes ?? '';
  const requestedTier = body.requested_tier ?? '';
  const words = [
    ...freeTextProblems('/notes', notes, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS }),
    ...tierProblems(requestedTier),
  ];
  if (words.length > 0) return refuse('request.invalid', { problems: words });
  const structure = checkStructure(body.manifest, { production });
  if (structure.length > 0) return refuse('catalogue.manifest_invalid', { problems: structure });
  const manifest = body.manifest as Manifest & JsonObject;
  if (manifest.publisher !== publisherId)
    return refuse('catalogue.publisher_mismatch', { publisher: manifest.publisher, expected: publisherId });
  return {
    accepted: true,
    manifest,
    requestedTier: requestedTier as Tier | '',
    notes: notes as string,
    warnings: checkRest(manifest, { production }),
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
