import type { ReactNode } from 'react';
import { TextField, useTexts } from '@kushk/ui';
import { stagesOf } from './stages.js';

interface StagesFieldProps {
  /** What the stages do here. */
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The stages of a rollout; empty for those that apply without it. */
export function StagesField({ hint, value, onChange }: StagesFieldProps): ReactNode {
  const { t } = useTexts();
  const isUnreadable = value.trim() !== '' && stagesOf(value) === null;
  return (
    <TextField
      label={t('release.stages')}
      description={hint}
      value={value}
      onChange={onChange}
      problems={isUnreadable ? [t('release.stages.form')] : []}
    />
  );
}
