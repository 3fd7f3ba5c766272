import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import { Check, Minus } from '../icons/icons.generated.js';
import classes from './checkbox.module.css';

interface CheckboxProps {
  readonly label: string;
  readonly isSelected: boolean;
  readonly isMixed?: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Where the label is only for screen readers. */
  readonly isBare?: boolean;
}

export function Checkbox({ label, isSelected, isMixed = false, onChange, isBare = false }: CheckboxProps): ReactNode {
  return (
    <AriaCheckbox
      className={classes.checkbox!}
      isSelected={isSelected}
      isIndeterminate={isMixed}
      onChange={onChange}
      {...(isBare && { 'aria-label': label })}
    >
      <span className={classes.box} aria-hidden="true">
        {isMixed ? <Minus /> : isSelected && <Check />}
      </span>
      {!isBare && <span>{label}</span>}
    </AriaCheckbox>
  );
}
