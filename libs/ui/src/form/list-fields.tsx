import { Plus, X } from '../icons/icons.generated.js';
import { Fragment, useState, type ReactNode } from 'react';
import { Button, IconButton } from '../controls/button.js';
import { Checkbox } from '../controls/checkbox.js';
import { TextField } from '../controls/text-field.js';
import type { FieldProps } from '../controls/field-parts.js';
import { useTexts } from '../language.js';
import classes from './schema-form.module.css';
import { SecretField } from './secret-field.js';
import { readJsonText } from './json-text.js';
import type { Json, Option } from './settings-schema.js';
import { MASK } from './settings-values.js';

type FieldOf<Value> = FieldProps & { readonly value: Value; readonly onChange: (value: Value) => void };

/** Bounds what one form draws. More items are entered as JSON by the API. */
const MAX_ROWS = 200;

/** A field that consists of several: its legend, its description and its problems. */
export function FieldGroup({
  label,
  description,
  hint,
  problems = [],
  isRequired = false,
  isDisabled = false,
  children,
}: FieldProps & { children: ReactNode }): ReactNode {
  return (
    <fieldset
      className={classes.group}
      disabled={isDisabled}
      {...(problems.length > 0 && { 'data-invalid': true, tabIndex: -1 })}
    >
      <legend>
        {label}
        {isRequired && <span className={classes.star}> *</span>}
      </legend>
      {[description, hint].map(
        (note) =>
          note !== undefined && (
            <p key={note} className={classes.description}>
              <bdi>{note}</bdi>
            </p>
          ),
      )}
      {children}
      {problems.length > 0 && <p className={classes.problem}>{problems.join(' ')}</p>}
    </fieldset>
  );
}

/** Rows that can be added and removed. */
function Rows({
  count,
  most = MAX_ROWS,
  onAdd,
  onRemove,
  row,
  ...field
}: FieldProps & {
  count: number;
  most?: number | undefined;
  onAdd: () => void;
  onRemove: (at: number) => void;
  row: (at: number) => ReactNode;
}): ReactNode {
  const { t } = useTexts();
  return (
    <FieldGroup {...field}>
      {count > 0 && (
        <ol className={classes.rows}>
          {Array.from({ length: count }, (_one, at) => (
            <li key={at} className={classes.row}>
              {row(at)}
              <IconButton aria-label={t('form.remove', { number: at + 1 })} onPress={() => onRemove(at)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {count < Math.min(most, MAX_ROWS) && (
        <div>
          <Button look="quiet" onPress={onAdd}>
            <Plus aria-hidden="true" />
            {t('form.add')}
          </Button>
        </div>
      )}
    </FieldGroup>
  );
}

/** A list of values; `item` draws the field of one. */
export function ListField({
  value,
  onChange,
  first,
  most,
  item,
  ...field
}: FieldOf<readonly Json[]> & {
  first: Json;
  /** The schema's `maxItems`. */
  most: number | undefined;
  item: (at: number, change: (next: Json | undefined) => void) => ReactNode;
}): ReactNode {
  return (
    <Rows
      {...field}
      count={Math.min(value.length, MAX_ROWS)}
      most={most}
      onAdd={() => onChange([...value, first])}
      onRemove={(at) => onChange(value.toSpliced(at, 1))}
      row={(at) => item(at, (next) => onChange(value.with(at, next ?? first)))}
    />
  );
}

/** Any number of a few values. */
export function ChoicesField({
  value,
  onChange,
  options,
  ...field
}: FieldOf<readonly Json[]> & { options: readonly Option[] }): ReactNode {
  // A value that is no option any more has no box, so it goes with the next choice.
  const offered = value.filter((one) => options.some((option) => option.value === one));
  const change = (option: Option, isSelected: boolean): void =>
    onChange(isSelected ? [...offered, option.value] : offered.filter((one) => one !== option.value));
  return (
    <FieldGroup {...field}>
      <div className={classes.choices}>
        {options.map((option) => (
          <Checkbox
            key={String(option.value)}
            label={option.label}
            isSelected={value.includes(option.value)}
            onChange={(isSelected) => change(option, isSelected)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

/** Names and texts that the admin chooses both. A name that is removed is left out, with its secret. */
export function PairsField({
  value,
  onChange,
  areSecret,
  ...field
}: FieldOf<Readonly<Record<string, string>>> & { areSecret: boolean }): ReactNode {
  const { t } = useTexts();
  const [pairs, setPairs] = useState(() => Object.entries(value).map(([key, text], id) => ({ id, key, text })));
  const change = (next: typeof pairs): void => {
    setPairs(next);
    onChange(Object.fromEntries(next.filter(({ key }) => key !== '').map(({ key, text }) => [key, text])));
  };
  const nextId = Math.max(-1, ...pairs.map(({ id }) => id)) + 1;
  return (
    <Rows
      {...field}
      count={pairs.length}
      onAdd={() => setPairs([...pairs, { id: nextId, key: '', text: '' }])}
      onRemove={(at) => change(pairs.toSpliced(at, 1))}
      row={(at) => {
        const pair = pairs[at]!;
        const edit = (edited: Partial<typeof pair>): void => change(pairs.with(at, { ...pair, ...edited }));
        const ofText = { label: t('form.value'), value: pair.text };
        return (
          <Fragment key={pair.id}>
            <TextField
              label={t('form.key')}
              value={pair.key}
              onChange={(key) => edit({ key })}
              // The mask stands for the secret under this name.
              isDisabled={areSecret && pair.text === MASK}
            />
            {areSecret ? (
              <SecretField
                {...ofText}
                isRequired
                isJson={false}
                onChange={(text) => edit({ text: String(text ?? '') })}
              />
            ) : (
              <TextField {...ofText} onChange={(text) => edit({ text })} />
            )}
          </Fragment>
        );
      }}
    />
  );
}

/** A value without a field of its own, as JSON text. */
export function JsonField({ value, onChange, problems = [], ...field }: FieldOf<Json | undefined>): ReactNode {
  const { t } = useTexts();
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)));
  const { problem } = readJsonText(text);
  return (
    <TextField
      {...field}
      value={text}
      onChange={(next) => {
        setText(next);
        onChange(readJsonText(next).value);
      }}
      rows={5}
      isCode
      problems={problem === null ? problems : [t(problem), ...problems]}
    />
  );
}
