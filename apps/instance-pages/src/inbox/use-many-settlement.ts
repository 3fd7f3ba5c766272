import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { ListedProposal } from './items.js';
import { decideWith, settleMany, type Settled, type Verdict } from './settle-many.js';

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

/** Settles the selected proposals. Stale ones are not applied: each needs a look at its three values. */
export function useManySettlement(
  keep: (proposals: readonly ListedProposal[], verdict: Verdict) => void,
): ManySettlement {
  const queries = useQueryClient();
  const [state, setState] = useState<State | null>(null);
  const run = async (...[chosen, verdict, reason]: Parameters<ManySettlement['settle']>): Promise<void> => {
    const isLeftOut = ({ stale }: ListedProposal): boolean => verdict === 'apply' && stale;
    const targets = chosen.filter((one) => !isLeftOut(one));
    let now: State = { verdict, total: targets.length, finished: 0, outcomes: null };
    setState(now);
    const settled = await settleMany(targets, decideWith(verdict, reason), (part) => {
      now = { ...now, finished: now.finished + part.length };
      setState(now);
      const done = part.filter(({ outcome }) => outcome === 'done').map(({ target }) => target);
      keep(done, verdict);
    });
    const leftOut = chosen.filter(isLeftOut).map((target) => ({ target, outcome: 'skipped', code: STALE }) as const);
    setState({ ...now, outcomes: [...settled, ...leftOut] });
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

const STALE = 'proposal.stale';
