/** The hub halts a rollout whose release fails more than the version before. */
import type { RolloutFigures } from '@kushk/contracts';
import { accept, unreachable, type Accepted } from '@kushk/decider';
import { signedState, type RolloutChange } from '../rollout-change.js';
import { haltReason, isHaltDue } from '../rollout-figures.js';
import type { Rollout, RolloutFact } from '../rollout.js';

export interface HaltFailingRollout extends RolloutChange {
  readonly figures: RolloutFigures;
}

/**
 * Replies whether the rollout was halted. Figures from before a resumption do not halt it again, whichever process has
 * read them.
 */
export function haltFailingRollout(
  command: HaltFailingRollout,
  { rollout }: { readonly rollout: Rollout },
): Accepted<{ rollout: readonly RolloutFact[] }, { halted: boolean }> {
  const { figures, at } = command;
  switch (rollout.status) {
    case 'absent':
    case 'halted':
    case 'complete':
    case 'superseded':
    case 'ended':
      return accept({ rollout: [] }, { halted: false });
    case 'running': {
      if (figures.since !== rollout.countedFrom || !isHaltDue(figures, rollout.halt))
        return accept({ rollout: [] }, { halted: false });
      const reason = haltReason(figures, rollout.halt);
      const data = { ...signedState(command, rollout, 'halted'), party: 'hub' as const, reason, figures, by: null, at };
      return accept({ rollout: [{ type: 'RolloutHalted', data }] }, { halted: true });
    }
    default:
      return unreachable(rollout);
  }
}
