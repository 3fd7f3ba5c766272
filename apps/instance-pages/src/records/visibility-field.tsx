import { useState, type ReactNode } from 'react';
import { Checkbox, RadioCards, TextField, useTexts } from '@kushk/ui';
import { usePeople } from '../organisation/people.js';
import classes from './visibility-field.module.css';

interface VisibilityFieldProps {
  readonly label: string;
  /** Null: the whole organisation. */
  readonly value: readonly string[] | null;
  readonly onChange: (value: readonly string[] | null) => void;
  readonly problems?: readonly string[] | undefined;
}

/** With fewer people a list needs no search. */
const SEARCHED_FROM = 8;

/** Chooses between the whole organisation and single people. */
export function VisibilityField({ label, value, onChange, problems = [] }: VisibilityFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <fieldset className={classes.visibility}>
      <legend>{label}</legend>
      <RadioCards
        label={label}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        options={[
          { value: 'all', title: t('records.visible.all'), text: t('records.visible.all.what') },
          { value: 'some', title: t('records.visible.some'), text: t('records.visible.some.what') },
        ]}
      />
      {value !== null && <PeopleList value={value} onChange={onChange} />}
      {problems.length > 0 && <p className={classes.problem}>{problems.join(' ')}</p>}
    </fieldset>
  );
}

function PeopleList({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}): ReactNode {
  const { t } = useTexts();
  const { data: people = [] } = usePeople();
  const [text, setText] = useState('');
  const isShown = (name: string): boolean => name.toLowerCase().includes(text.trim().toLowerCase());
  return (
    <>
      {people.length >= SEARCHED_FROM && (
        <TextField label={t('records.people.search')} value={text} onChange={setText} />
      )}
      <ul className={classes.people}>
        {people
          .filter(({ name }) => isShown(name))
          .map(({ id, name }) => (
            <li key={id}>
              <Checkbox
                label={name}
                isSelected={value.includes(id)}
                onChange={(isSelected) => onChange(isSelected ? [...value, id] : value.filter((one) => one !== id))}
              />
            </li>
          ))}
      </ul>
    </>
  );
}
