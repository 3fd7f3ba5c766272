import { describe, expect, it } from '@jest/globals';
import type { RolloutFigures } from '@kushk/contracts';
import { given } from '@kushk/testing/given';
import { manifest } from '../../../test/example-release.js';
import {
  changeAt,
  completed,
  ended,
  failingFigures,
  haltedBy,
  hoursLater,
  rolloutOf,
  stageReached,
  started,
  startedAt,
  superseded,
} from '../../../test/example-rollout.js';
import type { RolloutFact } from '../rollout.js';
import { advanceRollout } from './advance-rollout.js';

const after = (hours: number, ...facts: readonly RolloutFact[]) =>
  given(rolloutOf(facts)).when((states) => advanceRollout({ ...changeAt(hoursLater(hours)), figures: null }, states));
const stated = (state: string, percent: number) => JSON.stringify({ state, percent }).slice(1, -1);
const { version } = manifest;

describe('advanceRollout', () => {
  it('stays in a stage until its hours are over', () => {
    after(23.99, started).thenFacts();
  });

  it('states the next stage, which begins then', () => {
    after(24, started)
      .thenFactsMatch({
        type: 'RolloutStageReached',
        data: { stage: 1, at: hoursLater(24), statement: { payload: textWith(stated('running', 50)) } },
      })
      .thenState({ rollout: { status: 'running', stage: 1, since: hoursLater(24) } });
    after(35.99, started, stageReached(1, 24)).thenFacts();
  });

  it('does not move what its figures halt', () => {
    const at = (figures: RolloutFigures) =>
      given(rolloutOf([started])).when((states) => advanceRollout({ ...changeAt(hoursLater(24)), figures }, states));
    at(failingFigures).thenFacts();
    at({ ...failingFigures, error_points: 4 }).thenFactsMatch({ type: 'RolloutStageReached' });
  });

  it('skips no stage after the hub was down for days', () => {
    after(24 * 9, started).thenFactsMatch({ type: 'RolloutStageReached', data: { stage: 1 } });
  });

  it('watches the last stage for its hours before it is complete', () => {
    after(41.99, started, stageReached(1, 24), stageReached(2, 36)).thenFacts();
    after(42, started, stageReached(1, 24), stageReached(2, 36))
      .thenFactsMatch({
        type: 'RolloutCompleted',
        data: { by: null, statement: { payload: textWith(stated('complete', 100)) } },
      })
      .thenState({ rollout: { status: 'complete', stage: 2 } });
  });

  it('completes at once at a last stage without hours', () => {
    const short = [
      { percent: 10, hours: 1 },
      { percent: 100, hours: 0 },
    ];
    const brief = { ...started, data: { ...started.data, stages: short } } as RolloutFact;
    after(1, brief).thenFactsMatch({ type: 'RolloutCompleted' });
  });

  it('does not move while it is halted, and begins the stage again when it is resumed', () => {
    after(1_000, started, haltedBy('publisher')).thenFacts();
    const resumed: RolloutFact = {
      type: 'RolloutResumed',
      data: { ...changeData(started), party: 'publisher', by: 'key_1', at: hoursLater(20) },
    };
    after(43.99, started, haltedBy('publisher'), resumed).thenFacts();
    after(44, started, haltedBy('publisher'), resumed).thenFactsMatch({ type: 'RolloutStageReached' });
  });

  it.each([ended, superseded, completed])('does not move after $type', (last) => {
    after(1_000, started, last).thenFacts();
  });

  it('signs a higher sequence number when the clock is behind', () => {
    const sequence = Date.parse(startedAt) + 1;
    given(rolloutOf([started], [version, '2.0.0']))
      .when((states) => advanceRollout({ ...changeAt(startedAt), figures: null }, states))
      .thenFactsMatch({ type: 'RolloutSuperseded', data: { sequence } });
  });
});

describe('a newer version', () => {
  const publishedToo = (other: string, ...facts: readonly RolloutFact[]) =>
    given(rolloutOf([started, ...facts], [version, other])).when((states) =>
      advanceRollout({ ...changeAt(hoursLater(2)), figures: null }, states),
    );

  it('supersedes a rollout that runs or is halted', () => {
    for (const facts of [[], [haltedBy('operator')]])
      publishedToo('1.4.1', ...facts).thenFactsMatch({
        type: 'RolloutSuperseded',
        data: { newer: '1.4.1', statement: { payload: textWith(stated('superseded', 10)) } },
      });
  });

  it('is not a lower one, nor a pre-release, which other installations follow', () => {
    publishedToo('1.3.9').thenFacts();
    publishedToo('2.0.0-rc.1').thenFacts();
  });
});

function changeData({ data: { sequence, statement } }: RolloutFact) {
  return { sequence, statement };
}

/** The payload of a statement with this part of its JSON. */
function textWith(part: string) {
  return expect.stringContaining(part) as unknown as string;
}
