import type { ReactNode } from 'react';
import { UNREADABLE } from '../controls/unreadable.js';
import { Select } from '../controls/select.js';
import { Switch } from '../controls/switch.js';
import { TextField } from '../controls/text-field.js';
import type { FieldProps } from '../controls/field-parts.js';
import { DateField } from '../dates/date-field.js';
import { MomentField } from '../dates/moment-field.js';
import { tehranTimeOfDay, wireTimeOfDay } from '../dates/tehran-time.js';
import { TimeField } from '../dates/time-field.js';
import { NumberField } from '../numbers/number-field.js';
import { useTexts } from '../language.js';
import { ChoicesField, JsonField, PairsField } from './list-fields.js';
import classes from './schema-form.module.css';
import { SecretField } from './secret-field.js';
import { cleared } from './settings-values.js';
import { isObject, numberOf, textOf, type Drawing, type Json, type Option, type Schema } from './settings-schema.js';

export type Simple = Exclude<Drawing, { kind: 'group' | 'list' }>;

interface SimpleSettingProps {
  readonly schema: Schema;
  readonly drawing: Simple;
  readonly field: FieldProps;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

/** A setting that is one field. */
export function SimpleSetting({ schema, value, onChange, drawing, field }: SimpleSettingProps): ReactNode {
  const orCleared = (next: Json | undefined): void => onChange(next ?? cleared(schema, field.isRequired === true));
  switch (drawing.kind) {
    case 'text': {
      const { input: type, isCode, rows } = drawing;
      const maxLength = numberOf(schema['maxLength']);
      return (
        <TextField
          {...field}
          {...{ type, isCode, rows, maxLength }}
          placeholder={exampleOf(schema)}
          value={textOf(value) ?? ''}
          onChange={(next) => orCleared(next === '' ? undefined : next)}
        />
      );
    }
    case 'secret':
      return <SecretField {...field} value={value} onChange={onChange} isJson={drawing.isJson} />;
    case 'number': {
      const [minimum, maximum] = [numberOf(schema['minimum']), numberOf(schema['maximum'])];
      return (
        <NumberField
          {...field}
          {...{ minimum, maximum }}
          onChange={orCleared}
          value={value === UNREADABLE ? value : numberOf(value)}
          isWhole={drawing.isWhole}
        />
      );
    }
    case 'switch':
      return <SwitchSetting field={field} value={value === true} onChange={onChange} />;
    case 'date':
      return <DateField {...field} value={textOf(value) ?? null} onChange={(next) => orCleared(next ?? undefined)} />;
    case 'moment':
      return <MomentField {...field} value={textOf(value) ?? null} onChange={(next) => orCleared(next ?? undefined)} />;
    case 'time':
      return (
        <TimeField
          {...field}
          value={value === UNREADABLE ? value : tehranTimeOfDay(textOf(value) ?? '') || null}
          onChange={(next) =>
            orCleared(next === null || next === UNREADABLE ? (next ?? undefined) : wireTimeOfDay(next))
          }
        />
      );
    case 'choice':
      return <ChoiceSetting field={field} value={value} onChange={onChange} options={drawing.options} />;
    case 'choices':
      return (
        <ChoicesField
          {...field}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
          options={drawing.options}
        />
      );
    case 'pairs':
      return (
        <PairsField
          {...field}
          areSecret={drawing.areSecret}
          value={(isObject(value) ? value : {}) as Record<string, string>}
          onChange={onChange}
        />
      );
    case 'json':
      return <JsonField {...field} value={value} onChange={onChange} />;
  }
}

/** What the publisher gives as an example, when it is a text. */
function exampleOf({ examples }: Schema): string | undefined {
  return Array.isArray(examples) ? textOf(examples[0] as Json) : undefined;
}

function SwitchSetting({
  field,
  value,
  onChange,
}: {
  field: FieldProps;
  value: boolean;
  onChange: (value: boolean) => void;
}): ReactNode {
  const { problems = [] } = field;
  return (
    <div>
      <Switch {...field} value={value} onChange={onChange} />
      {problems.length > 0 && <p className={classes.problem}>{problems.join(' ')}</p>}
    </div>
  );
}

const NOTHING = 'nothing';

/** One of a few values. An optional one can be taken back. */
function ChoiceSetting({
  field,
  value,
  onChange,
  options,
}: {
  field: FieldProps;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
  options: readonly Option[];
}): ReactNode {
  const { t } = useTexts();
  const selected = options.findIndex((option) => option.value === value);
  const hasNull = options.some((option) => option.value === null);
  const none = field.isRequired === true || hasNull ? [] : [{ value: NOTHING, label: t('form.no_choice') }];
  const labels = options.map(({ value: one, label }) => {
    if (one === null) return t('form.no_choice');
    return typeof one === 'boolean' && label === String(one) ? t(one ? 'form.yes' : 'form.no') : label;
  });
  return (
    <Select
      {...field}
      value={selected >= 0 ? String(selected) : none.length > 0 ? NOTHING : null}
      onChange={(next) => onChange(next === NOTHING ? undefined : options[Number(next)]?.value)}
      options={[...none, ...labels.map((label, at) => ({ value: String(at), label }))]}
    />
  );
}
