import { describe, expect, it } from '@jest/globals';
import { NO_PLAN, planOf, stagesOf, stagesProblem } from './rollout-plan.js';

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

describe('stages that the hub would refuse', () => {
  it.each([
    ['۱۰، ۵۰، ۱۰۰', 'hours'],
    ['10:24, 50:721, 100', 'hours'],
    ['50:24, 10:24, 100', 'order'],
    ['10:24, 50:24', 'last'],
    ['0:24, 100', 'percent'],
    ['10:24; 100', 'form'],
    ['1:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1,10:1,100', 'count'],
    ['10:24, 50:12, 100', null],
  ])('are found in %s: %s', (text, problem) => {
    expect(stagesProblem(text)).toBe(problem);
    expect(planOf({ stages: text, halt: {} }) === 'unreadable').toBe(problem !== null);
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
