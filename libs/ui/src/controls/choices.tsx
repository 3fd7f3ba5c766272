import { Check, Minus, Search } from '../icons/icons.generated.js';
import { useRef, type ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Input,
  Label,
  Radio,
  RadioGroup,
  SearchField as AriaSearchField,
} from 'react-aria-components';
import { KeyHint } from '../feedback/feedback.js';
import { useKeys } from '../keys.js';
import classes from './choices.module.css';

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

interface CardOption {
  readonly value: string;
  readonly title: ReactNode;
  readonly end?: ReactNode;
  readonly text: ReactNode;
}

/** One of few, each with what it means. */
export function RadioCards({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly CardOption[];
}): ReactNode {
  return (
    <RadioGroup aria-label={label} className={classes.cards!} value={value} onChange={onChange}>
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={classes.card!}>
          <span className={classes.dot} aria-hidden="true" />
          <span className={classes.words}>
            <b>{option.title}</b>
            <span>{option.text}</span>
          </span>
          {option.end !== undefined && <span className={classes.end}>{option.end}</span>}
        </Radio>
      ))}
    </RadioGroup>
  );
}

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
