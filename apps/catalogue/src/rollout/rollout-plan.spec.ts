import { describe, expect, it } from '@jest/globals';
import type { RolloutStage } from '@kushk/contracts';
import { planOf, planProblems, tighteningProblems } from './rollout-plan.js';

const plan = (...stages: readonly (readonly [percent: unknown, hours: unknown])[]) => ({
  stages: stages.map(([percent, hours]) => ({ percent, hours })),
});
const pathsOf = (value: unknown) => planProblems('/rollout', value).map(({ path, code }) => `${path} ${code}`);

describe('the stages of a submission', () => {
  it.each([undefined, null, plan([100, 0]), plan([0.01, 1], [33.33, 720], [100, 0]), plan([10, 24], [100, 24])])(
    'are valid: %j',
    (value) => {
      expect(pathsOf(value)).toEqual([]);
    },
  );

  it.each<[unknown, string]>([
    ['fast', '/rollout type'],
    [{ stages: [], speed: 1 }, '/rollout type'],
    [{}, '/rollout/stages type'],
    [{ stages: [] }, '/rollout/stages type'],
    [plan(...Array.from({ length: 11 }, (_, index) => [index + 1, 1] as const)), '/rollout/stages type'],
    [{ stages: [{ percent: 100, hours: 0, days: 1 }] }, '/rollout/stages/0 type'],
    [plan([50, 1]), '/rollout/stages/0/percent range'],
    [plan([0, 1], [100, 0]), '/rollout/stages/0/percent range'],
    [plan([100.5, 1]), '/rollout/stages/0/percent range'],
    [plan([0.001, 1], [100, 0]), '/rollout/stages/0/percent range'],
    [plan(['10', 1], [100, 0]), '/rollout/stages/0/percent range'],
    [plan([50, 1], [50, 1], [100, 0]), '/rollout/stages/1/percent order'],
    [plan([50, 1], [20, 1], [100, 0]), '/rollout/stages/1/percent order'],
    [plan([10, 0], [100, 0]), '/rollout/stages/0/hours range'],
    [plan([10, 1.5], [100, 0]), '/rollout/stages/0/hours range'],
    [plan([10, 1], [100, 721]), '/rollout/stages/1/hours range'],
  ])('have a problem: %j', (value, problem) => {
    expect(pathsOf(value)).toEqual([problem]);
  });
});

describe('the rule of a submission', () => {
  const ruled = (halt: unknown) => ({ ...plan([10, 24], [100, 0]), halt });

  it('has the default where it says nothing', () => {
    expect(planOf(ruled({ min_calls: 10 }))).toMatchObject({
      halt: { error_points: 5, min_calls: 10, min_installations: 2 },
    });
    expect([undefined, null, {}].flatMap((halt) => pathsOf(ruled(halt)))).toEqual([]);
    expect(planOf(ruled(null))).not.toHaveProperty('halt');
  });

  it.each<[unknown, string]>([
    [5, '/rollout/halt type'],
    [{ error_points: 5, max_p95_ms: 100 }, '/rollout/halt type'],
    [{ error_points: 0 }, '/rollout/halt/error_points range'],
    [{ error_points: 0.001 }, '/rollout/halt/error_points range'],
    [{ error_points: 101 }, '/rollout/halt/error_points range'],
    [{ min_calls: 0 }, '/rollout/halt/min_calls range'],
    [{ min_calls: 1.5 }, '/rollout/halt/min_calls range'],
    [{ min_installations: '2' }, '/rollout/halt/min_installations range'],
  ])('has a problem: %j', (halt, problem) => {
    expect(pathsOf(ruled(halt))).toEqual([problem]);
  });

  it('is made stricter by the operator and not milder', () => {
    const submitted = planOf(ruled({ error_points: 3, min_calls: 20, min_installations: 2 }))!;
    const problemsOf = (halt: object) => {
      const tightened = planOf(ruled({ ...submitted.halt, ...halt }))!;
      return tighteningProblems('/rollout', tightened, submitted).map(({ path }) => path);
    };
    expect(problemsOf({ error_points: 1, min_calls: 5, min_installations: 1 })).toEqual([]);
    expect(tighteningProblems('/rollout', { stages: submitted.stages }, submitted)).toEqual([]);
    expect(problemsOf({ error_points: 4 })).toEqual(['/rollout/halt/error_points']);
    expect(problemsOf({ min_calls: 21 })).toEqual(['/rollout/halt/min_calls']);
  });
});

describe('the stages of the operator', () => {
  const submitted = plan([10, 24], [50, 24], [100, 0]) as { stages: RolloutStage[] };
  const problemsOf = (...stages: readonly (readonly [number, number])[]) =>
    tighteningProblems('/rollout', plan(...stages) as { stages: RolloutStage[] }, submitted).map(({ path }) => path);

  it('may be the same, slower, finer, or watched for longer', () => {
    expect(problemsOf([10, 24], [50, 24], [100, 0])).toEqual([]);
    expect(problemsOf([10, 48], [100, 24])).toEqual([]);
    expect(problemsOf([1, 12], [10, 12], [50, 24], [100, 0])).toEqual([]);
  });

  it('reach at no time more installations, and end no earlier', () => {
    expect(problemsOf([100, 48])).toEqual(['/rollout/stages/0']);
    expect(problemsOf([10, 23], [50, 25], [100, 0])).toEqual(['/rollout/stages/1']);
    expect(problemsOf([5, 24], [60, 24], [100, 0])).toEqual(['/rollout/stages/1']);
    expect(problemsOf([5, 47], [100, 1])).toEqual(['/rollout/stages/1']);
  });

  it('last as long as those of the publisher, whose last stage is watched', () => {
    const watched = { stages: [{ percent: 100, hours: 24 }] };
    const atOnce = { stages: [{ percent: 100, hours: 0 }] };
    expect(tighteningProblems('/rollout', atOnce, watched)).toMatchObject([{ path: '/rollout/stages' }]);
    expect(tighteningProblems('/rollout', watched, atOnce)).toEqual([]);
  });
});
