import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import { fieldClasses as classes, type FieldProps } from './field-parts.js';

export function Switch({
  label,
  description,
  isDisabled = false,
  value,
  onChange,
}: FieldProps & { readonly value: boolean; readonly onChange: (value: boolean) => void }): ReactNode {
  return (
    <div className={classes.field}>
      <AriaSwitch isSelected={value} onChange={onChange} isDisabled={isDisabled} className={classes.switch!}>
        <span className={classes.track}>
          <i />
        </span>
        <bdi>{label}</bdi>
      </AriaSwitch>
      {description !== undefined && (
        <p className={classes.description}>
          <bdi>{description}</bdi>
        </p>
      )}
    </div>
  );
}
