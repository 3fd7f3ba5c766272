import type { ReactNode } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import classes from './radio-cards.module.css';

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
