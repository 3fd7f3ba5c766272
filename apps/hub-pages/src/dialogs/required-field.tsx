import type { ReactNode } from 'react';
import { TextField, useTexts } from '@kushk/ui';

interface RequiredFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly maxLength: number;
  readonly isCode?: boolean;
  /** Whether the person tried to send the form: an empty field then says that it is missing. */
  readonly isTried: boolean;
  /** What the service says is wrong here. */
  readonly problems?: readonly string[];
}

/** A text that a form needs. */
export function RequiredField({ isTried, problems = [], ...field }: RequiredFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextField
      {...field}
      isRequired
      problems={isTried && field.value.trim() === '' ? [t('dialogs.required')] : problems}
    />
  );
}

const NAME_MAX = 200;

/** The name of what a form adds or changes. */
export function NameField(field: Omit<RequiredFieldProps, 'label' | 'maxLength'>): ReactNode {
  const { t } = useTexts();
  return <RequiredField {...field} label={t('operator.name')} maxLength={NAME_MAX} />;
}
