import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ListedProposal } from './items.js';
import { planOf } from './plan-many.js';
import { decideWith, OVERLAPPING, settleMany, STALE, type Settled, type Verdict } from './settle-many.js';

interface State {
  readonly verdict: Verdict;
  readonly total: number;
  readonly finished: number;
  /** The outcomes; null while requests are in flight. */
  readonly outcomes: readonly Settled<ListedProposal>[] | null;
}

export interface ManySettlement extends State {
  /** Whether the page shows the progress or the outcomes of a settlement. */
  readonly isOpen: boolean;
  /** `reason` is for all that are rejected. */
  readonly settle: (chosen: readonly ListedProposal[], verdict: Verdict, reason: string | null) => void;
  readonly close: () => void;
}

/** Settles the selected proposals, without those that the plan leaves out. */
export function useManySettlement(
  keep: (proposals: readonly ListedProposal[], verdict: Verdict) => void,
): ManySettlement {
  const queries = useQueryClient();
  const [state, setState] = useState<State | null>(null);
  const run = async (...[chosen, verdict, reason]: Parameters<ManySettlement['settle']>): Promise<void> => {
    const { targets, stale, overlapping } = planOf(chosen, verdict);
    let now: State = { verdict, total: targets.length, finished: 0, outcomes: null };
    setState(now);
    const settled = await settleMany(targets, decideWith(verdict, reason), (part) => {
      now = { ...now, finished: now.finished + part.length };
      setState(now);
      const done = part.filter(({ outcome }) => outcome === 'done').map(({ target }) => target);
      keep(done, verdict);
    });
    const leftOut = (targets: readonly ListedProposal[], code: string) =>
      targets.map((target) => ({ target, outcome: 'skipped', code }) as const);
    setState({ ...now, outcomes: [...settled, ...leftOut(overlapping, OVERLAPPING), ...leftOut(stale, STALE)] });
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
  // A settlement under way goes on; only its outcomes can be put away.
  const close = useCallback(() => setState((now) => (now?.outcomes === null ? now : null)), []);
  const { verdict = 'apply', total = 0, finished = 0, outcomes = null } = state ?? {};
  return {
    ...{ isOpen: state !== null, verdict, total, finished, outcomes },
    settle: (...given) => void run(...given),
    close,
  };
}
