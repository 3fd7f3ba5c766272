import { describe, expect, it } from '@jest/globals';
import { NO_PLAN, planOf, stagesOf } from './rollout-plan.js';

describe('stages as they are typed', () => {
  it.each(['10:24,50:12,100', ' 10 : 24, 50%:12 , 100:0', '۱۰:۲۴، ۵۰:۱۲، ۱۰۰'])('are read from %s', (text) => {
    expect(stagesOf(text)).toEqual([
      { percent: 10, hours: 24 },
      { percent: 50, hours: 12 },
      { percent: 100, hours: 0 },
    ]);
  });

  it.each(['', '10:', 'ten:24', '10:24;100', '10:24,,100'])('are not read from "%s"', (text) => {
    expect(stagesOf(text)).toBeNull();
  });
});

describe('a plan as it is typed', () => {
  const stages = [
    { percent: 10, hours: 24 },
    { percent: 100, hours: 0 },
  ];

  it.each([
    ['nothing without stages', NO_PLAN, null],
    ['nothing from a rule without stages', { stages: ' ', halt: { min_calls: 9 } }, null],
    ['the stages alone when the rule is empty', { stages: '10:24, 100', halt: { min_calls: undefined } }, { stages }],
    [
      'the thresholds that are typed',
      { stages: '10:24, 100', halt: { error_points: 2.5, min_calls: 20 } },
      { stages, halt: { error_points: 2.5, min_calls: 20 } },
    ],
    ['neither from an unreadable threshold', { stages: '10:24, 100', halt: { min_calls: '\u0000' } }, 'unreadable'],
    ['neither from unreadable stages', { stages: 'all', halt: {} }, 'unreadable'],
  ] as const)('sends %s', (_what, typed, expected) => {
    expect(planOf(typed)).toEqual(expected);
  });
});
