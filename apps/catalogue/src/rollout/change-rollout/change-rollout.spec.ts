import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { absentRelease, manifest, releaseIn } from '../../../test/example-release.js';
import {
  changeAt,
  completed,
  ended,
  haltedBy,
  hoursLater,
  rolloutOf,
  stageReached,
  started,
  superseded,
  tightened,
} from '../../../test/example-rollout.js';
import type { RolloutFact } from '../rollout.js';
import { changeRollout, type ChangeRollout } from './change-rollout.js';

const at = hoursLater(30);
const command = (action: ChangeRollout['action'], publisherId: string | null = 'acme'): ChangeRollout => ({
  ...changeAt(at),
  publisherId,
  action,
  reason: '',
  by: 'key_1',
});
const operator = null;
const after = (change: ChangeRollout, ...facts: readonly RolloutFact[]) =>
  given(rolloutOf(facts)).when((states) => changeRollout(change, states));
const refused = (from: string, to: string, ...allowed: readonly string[]) =>
  ['catalogue.transition_invalid', { from, to, allowed }] as const;

describe('changeRollout', () => {
  it('halts with a reason, and the percentage stays', () => {
    after({ ...command('halt'), reason: 'It fails' }, started, stageReached(1, 24))
      .thenFactsMatch({ type: 'RolloutHalted', data: { party: 'publisher', reason: 'It fails', by: 'key_1' } })
      .thenState({ rollout: { status: 'halted', stage: 1, haltedBy: 'publisher' } });
  });

  it('begins the current stage again when it is resumed', () => {
    after(command('resume'), started, haltedBy('publisher')).thenState({ rollout: { status: 'running', since: at } });
  });

  it('moves all installations when it is completed', () => {
    after(command('complete'), started).thenFactsMatch({ type: 'RolloutCompleted', data: { by: 'key_1' } });
    after(command('complete'), started, haltedBy('publisher')).thenState({ rollout: { status: 'complete' } });
  });

  it('lets an operator resume what the publisher halted, but not the other way round', () => {
    after(command('resume', operator), started, haltedBy('publisher')).thenFactsMatch({ type: 'RolloutResumed' });
    after(command('resume', operator), started, haltedBy('operator')).thenFactsMatch({ type: 'RolloutResumed' });
    after(command('resume'), started, haltedBy('operator')).thenRefuses(...refused('halted', 'running'));
    after(command('complete'), started, haltedBy('operator')).thenRefuses(...refused('halted', 'complete'));
  });

  it('lets an operator halt what the publisher halted, so that the publisher no longer resumes it', () => {
    after(command('halt', operator), started, haltedBy('publisher')).thenState({ rollout: { haltedBy: 'operator' } });
  });

  it('lets no publisher widen what the operator has tightened', () => {
    after(command('complete'), tightened).thenRefuses(...refused('running', 'complete', 'halted'));
    after(command('complete', operator), tightened).thenFactsMatch({ type: 'RolloutCompleted' });
  });

  it('lets only the operator continue after the release was suspended and is published again', () => {
    after(command('resume', operator), started, ended).thenFactsMatch({ type: 'RolloutResumed' });
    after(command('resume'), started, ended).thenRefuses(...refused('ended', 'running'));
    given({ ...releaseIn('suspended'), rollout: rolloutOf([started, ended]).rollout })
      .when((states) => changeRollout(command('resume', operator), states))
      .thenRefuses(...refused('ended', 'running'));
  });

  it.each([
    ['complete', completed],
    ['superseded', superseded],
  ] as const)('rejects every change of a rollout that is %s', (from, last) => {
    after(command('halt'), started, last).thenRefuses(...refused(from, 'halted'));
  });

  it('rejects a change where there is no rollout', () => {
    after(command('halt')).thenRefuses(...refused('complete', 'halted'));
    given(releaseIn('approved'))
      .when((states) => changeRollout(command('halt'), states))
      .thenRefuses(...refused('approved', 'halted'));
  });

  it('rejects an unknown release and a release of another publisher alike', () => {
    const unknown = ['catalogue.release_not_found', { plugin_id: manifest.id, version: manifest.version }] as const;
    after(command('halt', 'other'), started).thenRefuses(...unknown);
    given(absentRelease)
      .when((states) => changeRollout(command('halt', operator), states))
      .thenRefuses(...unknown);
  });
});
