/** The stream of what one instance says of one release, `judgement-<instance>/<plugin_id>@<version>` (contract §6). */
import type { Problem } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface Of {
  readonly instanceId: string;
  /** `<plugin_id>@<version>` */
  readonly releaseKey: string;
}
/** The instance follows the hub's word with this sequence: it offers the release, has suspended it, or has taken it out. */
export type ReleaseFollowed = Fact<'ReleaseFollowed', Of & { readonly sequence: number; readonly at: string }>;
export type ReleaseRefused = Fact<
  'ReleaseRefused',
  Of & { readonly sequence: number; readonly problems: readonly Problem[]; readonly at: string }
>;
export type JudgementFact = ReleaseFollowed | ReleaseRefused;

export interface Judgement {
  /** Null before the first word. */
  readonly of: Of | null;
  /** The latest word that is followed; 0 for none. */
  readonly followedSequence: number;
  readonly refusal: { readonly sequence: number; readonly problems: readonly Problem[] } | null;
}

function evolve(state: Judgement, fact: JudgementFact): Judgement {
  const { instanceId, releaseKey, sequence } = fact.data;
  const of = { instanceId, releaseKey };
  switch (fact.type) {
    case 'ReleaseFollowed':
      return { of, followedSequence: sequence, refusal: null };
    case 'ReleaseRefused':
      return { ...state, of, refusal: { sequence, problems: fact.data.problems } };
    default:
      return unreachable(fact);
  }
}

export const judgementStream: StreamType<Judgement, JudgementFact> = {
  category: 'judgement',
  initial: { of: null, followedSequence: 0, refusal: null },
  evolve,
  stateVersion: 1,
};

/** An instance's id has no slash. */
export function judgementKey(instanceId: string, releaseKey: string): string {
  return `${instanceId}/${releaseKey}`;
}
