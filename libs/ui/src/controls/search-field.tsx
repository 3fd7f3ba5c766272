import { useId, useRef, type ReactNode } from 'react';
import { KeyHint } from '../feedback/feedback.js';
import { Search } from '../icons/icons.generated.js';
import { useKeys } from '../keys.js';
import classes from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  /** Enter leads on to what was found. */
  readonly onEnter?: (() => void) | undefined;
}

/** The slash leads to it; Escape clears it, and leaves it when it is empty. */
export function SearchField({ label, value, onChange, onBlur, onEnter }: SearchFieldProps): ReactNode {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useKeys({ Slash: () => input.current?.focus() });
  return (
    <div className={classes.search}>
      <label htmlFor={id} className="hidden-visually">
        {label}
      </label>
      <Search aria-hidden="true" />
      <input
        ref={input}
        id={id}
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.();
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value !== '') onChange('');
          else if (onEnter !== undefined) onEnter();
          else event.currentTarget.blur();
        }}
        {...(value !== '' && { dir: 'auto' })}
      />
      <KeyHint>/</KeyHint>
    </div>
  );
}
