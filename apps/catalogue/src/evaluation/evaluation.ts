/** The event stream of one instance's evaluation of one release, `evaluation-<instance>/<plugin_id>@<version>`. */
import type { Problem } from '@kushk/contracts';
import { unreachable, type Fact, type StreamType } from '@kushk/decider';

interface EvaluationTarget {
  readonly instanceId: string;
  /** Key of the release: `<plugin_id>@<version>`. */
  readonly releaseKey: string;
}
/**
 * The instance applied the status statement with this sequence number. It now lists the release, or has suspended or
 * removed it.
 */
export type StatementAccepted = Fact<
  'StatementAccepted',
  EvaluationTarget & { readonly sequence: number; readonly at: string }
>;
export type StatementRefused = Fact<
  'StatementRefused',
  EvaluationTarget & { readonly sequence: number; readonly problems: readonly Problem[]; readonly at: string }
>;
export type EvaluationFact = StatementAccepted | StatementRefused;

/** `evaluatedAt` is the time at which the hub received the latest evaluation. */
interface LatestEvaluation {
  readonly evaluatedAt: string;
}
type AcceptedEvaluation = EvaluationTarget &
  LatestEvaluation & {
    readonly status: 'accepted';
    /** Sequence number of the latest status statement that the instance accepted. */
    readonly acceptedSequence: number;
  };
type RefusedEvaluation = EvaluationTarget &
  LatestEvaluation & {
    readonly status: 'refused';
    /**
     * Sequence number of the latest statement that the instance accepted before the rejected one; 0 when it accepted
     * none.
     */
    readonly acceptedSequence: number;
    readonly refusedSequence: number;
    readonly problems: readonly Problem[];
  };
export type Evaluation = { readonly status: 'absent' } | AcceptedEvaluation | RefusedEvaluation;

function evolve(state: Evaluation, fact: EvaluationFact): Evaluation {
  const { instanceId, releaseKey, sequence, at: evaluatedAt } = fact.data;
  switch (fact.type) {
    case 'StatementAccepted':
      return { status: 'accepted', instanceId, releaseKey, acceptedSequence: sequence, evaluatedAt };
    case 'StatementRefused': {
      const acceptedSequence = state.status === 'absent' ? 0 : state.acceptedSequence;
      const { problems } = fact.data;
      const target = { instanceId, releaseKey, evaluatedAt };
      return { status: 'refused', ...target, acceptedSequence, refusedSequence: sequence, problems };
    }
    default:
      return unreachable(fact);
  }
}

export const evaluationStream: StreamType<Evaluation, EvaluationFact> = {
  category: 'evaluation',
  factTypes: { StatementAccepted: true, StatementRefused: true },
  initial: { status: 'absent' },
  evolve,
  stateVersion: 1,
};

/** The first slash separates the two parts, because an instance id cannot contain a slash. */
export function evaluationKey(instanceId: string, releaseKey: string): string {
  return `${instanceId}/${releaseKey}`;
}
