import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { advanceClock, clockStream, followClock, type ClockAdvanced } from './clock.js';

const at = '2026-11-20T09:00:00.000Z';
const DAY = 86_400;
const moved = (aheadSeconds: number): ClockAdvanced => ({ type: 'ClockAdvanced', data: { aheadSeconds, at } });

describe('advance the clock', () => {
  it('adds up what it was moved', () => {
    given(clockStream)
      .when((clock) => advanceClock({ advance: 'P30D', at }, clock))
      .thenFacts(moved(30 * DAY))
      .when((clock) => advanceClock({ advance: 'P1W1DT1H1M1S', at }, clock))
      .thenFacts(moved(38 * DAY + 3_661));
  });

  it.each(['-P1D', 'P-1D', 'P0D', 'PT0S', 'P', 'PT', 'P1DT', 'P1M', 'P1Y', 'P1.5D', '30d', '', 'P1D '])(
    'rejects %j',
    (advance) => {
      given(clockStream)
        .when((clock) => advanceClock({ advance, at }, clock))
        .thenRefuses('request.invalid');
    },
  );

  it('rejects to run more than ten years ahead', () => {
    given(clockStream, moved(3_649 * DAY))
      .when((clock) => advanceClock({ advance: 'P2D', at }, clock))
      .thenRefuses('request.invalid');
    given(clockStream, moved(3_649 * DAY))
      .when((clock) => advanceClock({ advance: 'P1D', at }, clock))
      .thenFacts(moved(3_650 * DAY));
  });
});

describe('follow the clock of the scope', () => {
  it('records a move once, and nothing of an earlier one', () => {
    given(clockStream, moved(DAY))
      .when((clock) => followClock({ aheadSeconds: 2 * DAY, at }, clock))
      .thenFacts(moved(2 * DAY))
      .when((clock) => followClock({ aheadSeconds: 2 * DAY, at }, clock))
      .thenFacts()
      .when((clock) => followClock({ aheadSeconds: DAY, at }, clock))
      .thenFacts();
  });
});
