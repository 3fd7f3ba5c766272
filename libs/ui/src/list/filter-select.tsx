import type { ReactNode } from 'react';
import { Select } from '../controls/select.js';

/** The value of the choice that leaves everything. */
const ALL = '*';

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** Whether the label is shown above the filter, and not for screen readers alone. */
  readonly isLabelShown?: boolean;
  /** Names the choice without a value: everything, or the usual order. */
  readonly all: string;
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | undefined) => void;
}

/** One filter of a list, or its order: one of few values, or none. */
export function FilterSelect<Value extends string>({
  label,
  isLabelShown = false,
  all,
  value,
  options,
  onChange,
}: FilterSelectProps<Value>): ReactNode {
  return (
    <Select
      label={label}
      isLabelHidden={!isLabelShown}
      value={value ?? ALL}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value)}
      options={[{ value: ALL, label: all }, ...options]}
    />
  );
}
