import { describe, it } from '@jest/globals';
import type { RolloutFigures } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import {
  changeAt,
  completed,
  ended,
  failingFigures,
  haltedBy,
  hoursLater,
  resumed,
  rolloutOf,
  started,
  superseded,
} from '../../../test/example-rollout.js';
import type { RolloutFact } from '../rollout.js';
import { haltFailingRollout } from './halt-failing-rollout.js';

const at = hoursLater(2);
const after = (figures: RolloutFigures, ...facts: readonly RolloutFact[]) =>
  given(rolloutOf(facts)).when((states) => haltFailingRollout({ ...changeAt(at), figures }, states));

describe('haltFailingRollout', () => {
  it('halts in the stage that is reached, with the reason and the figures', () => {
    after(failingFigures, started)
      .thenFactsMatch({ type: 'RolloutHalted', data: { party: 'hub', by: null, figures: failingFigures } })
      .thenState({ rollout: { status: 'halted', stage: 0, haltedBy: 'hub', figures: failingFigures } });
  });

  it('changes nothing below the rule of the release', () => {
    after({ ...failingFigures, tool_calls: 49 }, started).thenFacts();
    const halt = { error_points: 20, min_calls: 1, min_installations: 1 };
    after(failingFigures, { ...started, data: { ...started.data, halt } } as RolloutFact).thenFacts();
  });

  it('changes nothing where nothing moves any more', () => {
    for (const fact of [haltedBy('operator'), completed, superseded, ended])
      after(failingFigures, started, fact).thenFacts();
    after(failingFigures).thenFacts();
  });

  it('does not halt again by figures from before the resumption', () => {
    after(failingFigures, started, haltedBy('operator'), resumed(at)).thenFacts();
    after({ ...failingFigures, since: at }, started, haltedBy('operator'), resumed(at)).thenFactsMatch({
      type: 'RolloutHalted',
    });
  });
});
