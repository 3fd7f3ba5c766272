import { useId, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { Help } from '../help/help.js';
import type { HelpTerm } from '../help/help-terms.js';
import { ChevronDown } from '../icons/icons.generated.js';
import { fieldClasses as classes, PlainNotes, plainNotesOf, type FieldProps } from './field-parts.js';
import { usePopup } from './use-popup.js';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}
interface SelectProps extends FieldProps {
  /** For a filter that its value explains: the label is for screen readers alone. */
  readonly isLabelHidden?: boolean;
  /** The term of the label that has a help. */
  readonly help?: HelpTerm;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
}

const loadList = async () => (await import('./select-list.js')).SelectList;

/**
 * Chooses one of few. React Aria's own select brings the list and its keyboard with it, which most pages would load for
 * a filter that is rarely opened.
 */
export function Select({ value, onChange, options, isLabelHidden = false, help, ...field }: SelectProps): ReactNode {
  const { label, isRequired = false, isDisabled = false } = field;
  const id = useId();
  const { button, popup, Popup } = usePopup({ kind: 'listbox', label, load: loadList });
  const { described, isInvalid } = plainNotesOf(id, field);
  return (
    <div
      className={classes.field}
      {...(isRequired && { 'data-required': true })}
      {...(isInvalid && { 'data-invalid': true })}
    >
      <span className={isLabelHidden ? 'hidden-visually' : classes.label}>
        <span id={`${id}-label`}>{label}</span>
        {help !== undefined && <Help term={help} of={label} />}
      </span>
      <Button
        {...button}
        className={`${classes.input} ${classes.opener}`}
        isDisabled={isDisabled}
        aria-labelledby={`${id}-value ${id}-label`}
        {...(described !== '' && { 'aria-describedby': described })}
      >
        <span id={`${id}-value`}>{options.find((option) => option.value === value)?.label}</span>
        <ChevronDown aria-hidden="true" />
      </Button>
      <PlainNotes id={id} field={field} />
      {Popup && <Popup popup={popup} value={value} options={options} onChange={onChange} />}
    </div>
  );
}
