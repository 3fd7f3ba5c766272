/**
 * Runs the checks that need only the body of a submission, in this order: notes, tier, form of the source and stages of
 * the rollout, structure of the manifest, publisher, whether the source is the manifest's (docs/reference/releases.md).
 */
import {
  freeTextProblems,
  NOTES_MAX_CODE_POINTS,
  requestProblem,
  type JsonObject,
  type Problem,
  type Submission,
  type UncheckedSubmission,
  type Tier,
} from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import { SOURCE_MAX_CODE_POINTS, type Manifest } from '@kushk/manifest';
import type { Evaluator } from '@kushk/runtime/evaluation';
import { planOf, planProblems } from '../../rollout/rollout-plan.js';
import type { SubmissionDetails } from '../release.js';

interface CheckedSubmission {
  readonly accepted: true;
  readonly manifest: Manifest & JsonObject;
  readonly details: SubmissionDetails;
}

const SOURCE_MISMATCH = {
  message: 'is not the text of the manifest',
  message_fa: 'متن همین مانیفست نیست',
  hint: 'send the text from which the manifest was parsed, or leave it out',
  hint_fa: 'همان متنی را بفرستید که مانیفست از آن خوانده شده است، یا آن را نفرستید',
};

/** The maximum length of a version in characters. */
const VERSION_MAX = 64;

const tiers: readonly unknown[] = ['', 'community', 'verified', 'private'] satisfies (Tier | '')[];

/**
 * Rejects with `request.invalid`, `catalogue.manifest_invalid` or `catalogue.publisher_mismatch`. The warnings list
 * what an instance would reject, also beside the problems of an invalid manifest.
 */
export async function checkSubmission(
  body: UncheckedSubmission,
  { publisherId, production }: { readonly publisherId: string; readonly production: boolean },
  evaluator: Evaluator,
): Promise<CheckedSubmission | Refused> {
  const notes = body.notes ?? '';
  const requestedTier = body.requested_tier ?? '';
  const problems = [
    ...freeTextProblems('/notes', notes, { required: false, maxCodePoints: NOTES_MAX_CODE_POINTS }),
    ...tierProblems(requestedTier),
    ...sourceProblems(body.source ?? ''),
    ...planProblems('/rollout', body.rollout),
    ...replacesProblems(body.replaces ?? ''),
  ];
  if (problems.length > 0) return refuse('request.invalid', { problems });
  const structure = await evaluator.run(publisherId, 'checkStructure', body.manifest, { production });
  if (structure.length > 0) {
    // Who corrects the structure corrects the rest with it.
    const warnings = await evaluator.run(publisherId, 'checkContent', body.manifest, { production });
    return refuse('catalogue.manifest_invalid', { problems: structure, warnings });
  }
  const submission: Submission = {
    manifest: body.manifest as JsonObject,
    source: (body.source ?? '') === '' ? null : (body.source as string),
    requested_tier: requestedTier as Tier | '',
    notes: notes as string,
    rollout: planOf(body.rollout),
    replaces: (body.replaces ?? '') === '' ? null : (body.replaces as string),
  };
  const manifest = submission.manifest as Manifest & JsonObject;
  if (manifest.publisher !== publisherId)
    return refuse('catalogue.publisher_mismatch', { publisher: manifest.publisher, expected: publisherId });
  const { source } = submission;
  // The reviewer reads the source and signs the manifest, so they must be the same.
  if (source !== null && !(await evaluator.run(publisherId, 'isSourceOf', source, manifest)))
    return refuse('request.invalid', { problems: [requestProblem('source_mismatch', '/source', SOURCE_MISMATCH)] });
  return {
    accepted: true,
    manifest,
    details: {
      requestedTier: submission.requested_tier,
      notes: submission.notes,
      source,
      warnings: await evaluator.run(publisherId, 'checkContent', manifest, { production }),
      image: null,
      rollout: submission.rollout,
      replaces: submission.replaces,
    },
  };
}

function sourceProblems(source: unknown): readonly Problem[] {
  return freeTextProblems('/source', source, { required: false, maxCodePoints: SOURCE_MAX_CODE_POINTS });
}

function replacesProblems(replaces: unknown): readonly Problem[] {
  return freeTextProblems('/replaces', replaces, { required: false, maxCodePoints: VERSION_MAX, oneLine: true });
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
