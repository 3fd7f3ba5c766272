import { Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { TextField, type FieldProps } from '../controls/fields.js';
import { useTexts } from '../language.js';
import classes from './schema-form.module.css';
import type { Json } from './settings-schema.js';

type Of<Value> = FieldProps & { readonly value: Value; readonly onChange: (value: Value) => void };

/** Rows that can be added and taken away. */
function Rows({
  label,
  description,
  problems = [],
  count,
  onAdd,
  row,
}: FieldProps & { count: number; onAdd: () => void; row: (at: number) => ReactNode }): ReactNode {
  const { t } = useTexts();
  return (
    <fieldset className={classes.rows}>
      <legend>{label}</legend>
      {description !== undefined && <p>{description}</p>}
      {Array.from({ length: count }, (_one, at) => (
        <div key={at} className={classes.row}>
          {row(at)}
        </div>
      ))}
      {problems.length > 0 && <p className={classes.problem}>{problems.join(' ')}</p>}
      <div>
        <Button look="quiet" onPress={onAdd}>
          <Plus aria-hidden="true" />
          {t('form.add')}
        </Button>
      </div>
    </fieldset>
  );
}

export function TextsField({
  value,
  onChange,
  problemsAt,
  ...field
}: Of<readonly string[]> & { problemsAt: (at: number) => readonly string[] }): ReactNode {
  const { t } = useTexts();
  return (
    <Rows
      {...field}
      count={value.length}
      onAdd={() => onChange([...value, ''])}
      row={(at) => (
        <>
          <TextField
            label={t('form.item', { number: at + 1 })}
            value={value[at] ?? ''}
            onChange={(next) => onChange(value.with(at, next))}
            problems={problemsAt(at)}
          />
          <IconButton
            aria-label={t('form.remove', { number: at + 1 })}
            onPress={() => onChange(value.toSpliced(at, 1))}
          >
            <X />
          </IconButton>
        </>
      )}
    />
  );
}

export function PairsField({ value, onChange, ...field }: Of<Readonly<Record<string, string>>>): ReactNode {
  const { t } = useTexts();
  const [pairs, setPairs] = useState(() => Object.entries(value));
  const change = (next: [string, string][]): void => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(([key]) => key !== '')));
  };
  return (
    <Rows
      {...field}
      count={pairs.length}
      onAdd={() => setPairs([...pairs, ['', '']])}
      row={(at) => {
        const [key, text] = pairs[at]!;
        return (
          <>
            <TextField label={t('form.key')} value={key} onChange={(next) => change(pairs.with(at, [next, text]))} />
            <TextField label={t('form.value')} value={text} onChange={(next) => change(pairs.with(at, [key, next]))} />
            <IconButton
              aria-label={t('form.remove', { number: at + 1 })}
              onPress={() => change(pairs.toSpliced(at, 1))}
            >
              <X />
            </IconButton>
          </>
        );
      }}
    />
  );
}

/** For a schema that has no drawing: its value as JSON text. */
export function JsonField({ value, onChange, problems = [], ...field }: Of<Json | undefined>): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const [isBroken, setBroken] = useState(false);
  const change = (next: string): void => {
    setText(next);
    try {
      onChange(next === '' ? undefined : (JSON.parse(next) as Json));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  };
  return (
    <TextField
      {...field}
      value={text}
      onChange={change}
      rows={5}
      isCode
      problems={isBroken ? [t('form.not_json'), ...problems] : problems}
    />
  );
}
