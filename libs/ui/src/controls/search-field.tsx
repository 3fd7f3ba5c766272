import { useRef, type ReactNode } from 'react';
import { Input, Label, SearchField as AriaSearchField } from 'react-aria-components';
import { KeyHint } from '../feedback/feedback.js';
import { Search } from '../icons/icons.generated.js';
import { useKeys } from '../keys.js';
import classes from './choices.module.css';

export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  useKeys({ Slash: () => input.current?.focus() });
  return (
    <AriaSearchField className={classes.search!} value={value} onChange={onChange}>
      <Label className="hidden-visually">{label}</Label>
      <Search aria-hidden="true" />
      <Input ref={input} placeholder={label} {...(value !== '' && { dir: 'auto' })} />
      <KeyHint>/</KeyHint>
    </AriaSearchField>
  );
}
