import type { ReactNode } from 'react';
import { NumberField, TextField, useTexts, type FieldProblems } from '@kushk/ui';
import { stagesProblem, type TypedPlan, type TypedRule } from './rollout-plan.js';

interface RolloutFieldsProps {
  /** What the stages do here. */
  readonly hint: string;
  readonly value: TypedPlan;
  readonly onChange: (value: TypedPlan) => void;
  /** What the service says about the plan that was sent. */
  readonly problemsAt: FieldProblems['at'];
}

/** The most calls, and installations, that a rule may wait for. */
const MAX_COUNT = 1_000_000;

/** The stages of a rollout, empty for those that apply without it, and the rule by which the hub halts them. */
export function RolloutFields({ hint, value, onChange, problemsAt }: RolloutFieldsProps): ReactNode {
  const { t } = useTexts();
  const { stages, halt } = value;
  const hasStages = stages.trim() !== '';
  const problem = hasStages ? stagesProblem(stages) : null;
  const sent = [...problemsAt('/rollout/stages'), ...(hasStages ? [] : problemsAt('/rollout'))];
  const field = (name: keyof TypedRule) => ({
    value: halt[name],
    onChange: (next: TypedRule[typeof name]) => onChange({ stages, halt: { ...halt, [name]: next } }),
    problems: problemsAt(`/rollout/halt/${name}`),
  });
  const count = { isWhole: true, minimum: 1, maximum: MAX_COUNT };
  return (
    <>
      <TextField
        label={t('release.stages')}
        description={hint}
        value={stages}
        onChange={(next) => onChange({ stages: next, halt })}
        problems={problem === null ? sent : [t(`release.stages.${problem}`)]}
      />
      {hasStages && (
        <>
          <NumberField
            label={t('release.halt.points')}
            description={t('release.halt.hint')}
            minimum={0.01}
            maximum={100}
            {...field('error_points')}
          />
          <NumberField label={t('release.halt.calls')} {...count} {...field('min_calls')} />
          <NumberField label={t('release.halt.installations')} {...count} {...field('min_installations')} />
        </>
      )}
    </>
  );
}
