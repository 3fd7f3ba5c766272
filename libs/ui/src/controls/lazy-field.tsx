import { useId, useLayoutEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import dateClasses from '../dates/date-field.module.css';
import { useLazyPart } from '../page/lazy-part.js';
import { fieldClasses as classes, PlainNotes, plainNotesOf, type FieldProps } from './field-parts.js';

interface LazyFieldProps<Props> {
  /** Must be the same function in every rendering. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly field: Props;
  /** The value as the field will show it; null when it has none. */
  readonly shown: string | null;
  /** What an empty field shows. */
  readonly empty: string;
}

/**
 * Stands for a field of times, with its looks and its size, until that is loaded: when a person
 * points at it or comes to it by keyboard, or when the page is idle. Then the focus goes on in the field itself.
 */
export function LazyField<Props extends FieldProps>(props: LazyFieldProps<Props>): ReactNode {
  const { load, field, ...waiting } = props;
  const place = useRef<HTMLDivElement>(null);
  const [isWanted, setWanted] = useState(false);
  const takesFocus = useRef(false);
  const Field = useLazyPart(load, { isWanted, onFailure: () => setWanted(false) });
  const isLoaded = Field !== null;
  useLayoutEffect(() => {
    // The focus stays where the person has moved it meanwhile.
    if (!isLoaded || !takesFocus.current || document.activeElement !== document.body) return;
    place.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
    takesFocus.current = false;
  }, [isLoaded]);
  const want = (): void => {
    takesFocus.current = true;
    setWanted(true);
  };
  return (
    <div ref={place} className={dateClasses.place} onPointerEnter={() => setWanted(true)}>
      {Field === null ? <WaitingField {...waiting} field={field} onWanted={want} /> : <Field {...field} />}
    </div>
  );
}

interface WaitingFieldProps extends Omit<LazyFieldProps<FieldProps>, 'load'> {
  readonly onWanted: () => void;
}

function WaitingField({ field, shown, empty, onWanted }: WaitingFieldProps): ReactNode {
  const id = useId();
  const { label, isRequired = false, isDisabled = false } = field;
  const { described, isInvalid } = plainNotesOf(id, field);
  const mark = { ...(isRequired && { 'data-required': true }), ...(isInvalid && { 'data-invalid': true }) };
  return (
    <div className={classes.field} {...mark}>
      <span id={`${id}-label`} className={classes.label}>
        {label}
      </span>
      <div className={`${classes.group} ${dateClasses.group}`} {...(isInvalid && { 'data-invalid': true })}>
        <button
          type="button"
          className={`${dateClasses.input} ${dateClasses.waiting}`}
          disabled={isDisabled}
          aria-labelledby={`${id}-label ${id}-value`}
          {...(described !== '' && { 'aria-describedby': described })}
          onFocus={onWanted}
        >
          <span id={`${id}-value`} className={`${dateClasses.segment} ${shown === null ? dateClasses.empty : ''}`}>
            {shown ?? empty}
          </span>
        </button>
      </div>
      <PlainNotes id={id} field={field} />
    </div>
  );
}
