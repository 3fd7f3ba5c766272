import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedProposal } from './items.js';
import { settle } from './queries.js';
import { settleMany, type Settled } from './settle-many.js';

type Verdict = 'apply' | 'reject';

export interface ManySettlement {
  /** Whether the page shows the progress or the outcomes of a settlement. */
  readonly isOpen: boolean;
  readonly verdict: Verdict;
  readonly total: number;
  readonly finished: number;
  /** The outcomes; null while requests are in flight. */
  readonly outcomes: readonly Settled<ListedProposal>[] | null;
  readonly settle: (chosen: readonly ListedProposal[], verdict: Verdict) => void;
  readonly close: () => void;
}

interface State {
  readonly verdict: Verdict;
  readonly total: number;
  readonly finished: number;
  readonly outcomes: readonly Settled<ListedProposal>[] | null;
}

/** Settles the selected proposals. Stale ones are not applied: each needs a look at its three values. */
export function useManySettlement(keep: (proposal: ListedProposal, verdict: Verdict) => void): ManySettlement {
  const queries = useQueryClient();
  const [state, setState] = useState<State | null>(null);
  const run = async (chosen: readonly ListedProposal[], verdict: Verdict): Promise<void> => {
    const isLeftOut = ({ stale }: ListedProposal): boolean => verdict === 'apply' && stale;
    const targets = chosen.filter((one) => !isLeftOut(one));
    const begun: State = { verdict, total: targets.length, finished: 0, outcomes: null };
    setState(begun);
    const settled = await settleMany(
      targets,
      async (target) => {
        await settle({ id: target.id, verdict });
        keep(target, verdict);
      },
      (finished) => setState({ ...begun, finished }),
    );
    const leftOut = chosen.filter(isLeftOut).map((target) => ({ target, outcome: 'skipped', error: null }) as const);
    setState({ ...begun, finished: targets.length, outcomes: [...settled, ...leftOut] });
    await queries.invalidateQueries({ queryKey: ['proposals'] });
  };
  const { verdict = 'apply', total = 0, finished = 0, outcomes = null } = state ?? {};
  return {
    ...{ isOpen: state !== null, verdict, total, finished, outcomes },
    settle: (chosen, next) => void run(chosen, next),
    // A settlement under way goes on; only its outcomes can be put away.
    close: () => setState((now) => (now?.outcomes === null ? now : null)),
  };
}
