import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Input, Label, TextField as AriaTextField } from 'react-aria-components';
import { fieldClasses as classes, FieldNotes, ofField, type FieldProps } from './field-parts.js';
import { UNREADABLE } from './unreadable.js';

/** What typed text means: the text of its value, or a sentence that says why it has none. */
export type Reading = { readonly value: string } | { readonly problem: string };

export interface TypedProps extends FieldProps {
  /** As on the wire; {@link UNREADABLE} while the text means nothing. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

interface TypedFieldProps extends TypedProps {
  readonly read: (text: string) => Reading;
  /** The text of a value, which `read` reads as the same value. */
  readonly show: (value: string) => string;
  /** A value that is one step more or less: for the arrow keys. */
  readonly stepped?: (value: string | null, by: 1 | -1) => string;
  /** Whether the text begins as something that cannot be read: the problem waits until the person leaves the field. */
  readonly isReadAtEnd?: boolean;
  readonly inputMode?: 'decimal' | 'text';
  readonly placeholder?: string;
  /** Buttons after the text. */
  readonly children?: ReactNode;
}

/**
 * A text field for a value that people write in several ways. While it has the focus, the text stays as it was typed;
 * then the field shows the value in the form of the language.
 */
export function TypedField({ children, ...props }: TypedFieldProps): ReactNode {
  const {
    value,
    onChange,
    read,
    show,
    stepped,
    isReadAtEnd = false,
    inputMode = 'text',
    placeholder = '',
    ...field
  } = props;
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isTyping, setTyping] = useState(false);
  // Any other value comes from outside and replaces the text. A page may keep the value before an unreadable text.
  const isCurrent = typed !== null && (value === typed.value || (typed.value === UNREADABLE && value === typed.before));
  const text = isCurrent ? typed.text : value === null || value === UNREADABLE ? '' : show(value);
  const reading = text.trim() === '' ? null : read(text);
  const problem = reading !== null && 'problem' in reading && !(isReadAtEnd && isTyping) ? [reading.problem] : [];
  const change = (next: string): void => {
    const meaning = next.trim() === '' ? null : read(next);
    const found = meaning === null ? null : 'value' in meaning ? meaning.value : UNREADABLE;
    setTyped({ text: next, value: found, before: value });
    onChange(found);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') setTyping(false);
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (by === null || stepped === undefined || event.altKey || problem.length > 0) return;
    event.preventDefault();
    change(show(stepped(value, by)));
  };
  const problems = problem.length > 0 ? problem : (field.problems ?? []);
  return (
    <AriaTextField {...ofField({ ...field, problems })} className={classes.field!} value={text} onChange={change}>
      <Label className={classes.label!}>{field.label}</Label>
      <div className={classes.group} {...(problems.length > 0 && { 'data-invalid': true })}>
        <Input
          className={`${classes.input} ${classes.bare} ${classes.typed}`}
          dir="ltr"
          inputMode={inputMode}
          placeholder={placeholder}
          autoComplete="off"
          onInput={() => setTyping(true)}
          onKeyDown={press}
          onBlur={() => {
            setTyping(false);
            if (reading !== null && 'value' in reading) setTyped(null);
          }}
        />
        {children}
      </div>
      <FieldNotes {...field} problems={problems} />
    </AriaTextField>
  );
}

interface Typed {
  readonly text: string;
  /** What was read from it. */
  readonly value: string | null;
  readonly before: string | null;
}
