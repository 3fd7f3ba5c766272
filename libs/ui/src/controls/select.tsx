import { useId, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { ChevronDown } from '../icons/icons.generated.js';
import { fieldClasses as classes, type FieldProps } from './field-parts.js';
import { usePopup } from './use-popup.js';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}
interface SelectProps extends FieldProps {
  /** For a filter whose value names it: the label is only read aloud. */
  readonly isLabelHidden?: boolean;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
  readonly options: readonly SelectOption[];
}

const loadList = async () => (await import('./select-list.js')).SelectList;

/**
 * Chooses one of few. React Aria's own select brings the list and its keyboard with it, which most pages would load for
 * a filter that nobody opens.
 */
export function Select({ value, onChange, options, isLabelHidden = false, ...field }: SelectProps): ReactNode {
  const { label, description, hint, problems = [], isRequired = false, isDisabled = false } = field;
  const id = useId();
  const { button, popup, Popup } = usePopup({ kind: 'listbox', label, load: loadList });
  const notes = [description, hint].filter((note) => note !== undefined);
  const isInvalid = problems.length > 0;
  const described = [notes.length > 0 && `${id}-notes`, isInvalid && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div
      className={classes.field}
      {...(isRequired && { 'data-required': true })}
      {...(isInvalid && { 'data-invalid': true })}
    >
      <span id={`${id}-label`} className={isLabelHidden ? 'hidden-visually' : classes.label}>
        {label}
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
      {notes.length > 0 && (
        <span id={`${id}-notes`} className={classes.description}>
          {notes.map((note) => (
            <bdi key={note}>{note}</bdi>
          ))}
        </span>
      )}
      {isInvalid && (
        <span id={`${id}-problem`} className={classes.problem}>
          {problems.join(' ')}
        </span>
      )}
      {Popup && <Popup popup={popup} value={value} options={options} onChange={onChange} />}
    </div>
  );
}
