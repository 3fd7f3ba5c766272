import type { Problem } from '@kushk/contracts';
import { accept, type Accepted } from '@kushk/decider';
import type { Release } from '../../release/release.js';
import type { Judgement, JudgementFact } from '../judgement.js';

export interface NoteJudgement {
  readonly instanceId: string;
  readonly releaseKey: string;
  readonly sequence: number;
  readonly accepted: boolean;
  readonly problems: readonly Problem[];
  readonly at: string;
}
/** An instance lists what it found; more than this helps nobody and would swell what is kept. */
const PROBLEMS_KEPT = 100;

/**
 * Notes what an instance says of a release. It goes by the sequence of the word that was judged: a refusal of an old word,
 * or of a forged one played to the instance, does not undo that it follows. What the hub never published is ignored.
 */
export function noteJudgement(
  command: NoteJudgement,
  { judgement, release }: { judgement: Judgement; release: Release },
): Accepted<{ judgement: JudgementFact[] }, { noted: boolean }> {
  const { instanceId, releaseKey, sequence, at } = command;
  const nothing = accept({ judgement: [] }, { noted: false });
  if (release.status === 'absent' || sequence <= judgement.followedSequence) return nothing;
  if (command.accepted)
    return accept(
      { judgement: [{ type: 'ReleaseFollowed', data: { instanceId, releaseKey, sequence, at } }] },
      { noted: true },
    );
  if (judgement.refusal !== null && sequence < judgement.refusal.sequence) return nothing;
  const problems = command.problems.slice(0, PROBLEMS_KEPT);
  return accept(
    { judgement: [{ type: 'ReleaseRefused', data: { instanceId, releaseKey, sequence, problems, at } }] },
    { noted: true },
  );
}
