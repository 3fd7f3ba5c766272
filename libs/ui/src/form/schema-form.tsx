import { withDefaults } from '@kushk/manifest/defaults';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import type { FieldProps } from '../controls/field-parts.js';
import { UNREADABLE } from '../controls/unreadable.js';
import { digits, numericDay } from '../dates/dates.js';
import { useTexts } from '../language.js';
import { decimalOf, shownDecimal } from '../numbers/read-decimal.js';
import type { Language, Texts } from '../texts/texts.js';
import { focusFirstInvalid } from './focus-first-invalid.js';
import { FieldGroup, ListField } from './list-fields.js';
import classes from './schema-form.module.css';
import {
  drawingOf,
  fieldTexts,
  isObject,
  memberOf,
  membersOf,
  numberOf,
  requires,
  resolved,
  textOf,
  type Drawing,
  type Json,
  type JsonObject,
  type Schema,
} from './settings-schema.js';
import { boundsOf } from './setting-bounds.js';
import { SimpleSetting, type Simple } from './simple-setting.js';
import {
  drawnPointers,
  emptied,
  placedProblems,
  pointerTo,
  withEdit,
  type SettingsProblem,
} from './settings-values.js';

export interface SchemaFormProps {
  /** The `settings` of a manifest: the JSON Schema of an object. */
  readonly schema: Schema;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  /** What the server found. The first field with a problem gets the focus when they arrive. */
  readonly problems?: readonly SettingsProblem[];
}

interface FormContext {
  readonly root: Schema;
  readonly placed: ReadonlyMap<string, readonly string[]>;
}

const NO_PROBLEMS: readonly SettingsProblem[] = [];

/** The settings of a plugin, drawn from the JSON Schema in its manifest. No code of the plugin runs. */
export function SchemaForm({ schema, value, onChange, problems = NO_PROBLEMS }: SchemaFormProps): ReactNode {
  const { language } = useTexts();
  const form = useRef<HTMLDivElement>(null);
  const placed = useMemo(
    () => placedProblems(problems, drawnPointers(schema, value, language)),
    [problems, schema, value, language],
  );
  useEffect(() => {
    if (problems.length > 0) focusFirstInvalid(form.current);
  }, [problems]);
  const ofForm = placed.get('') ?? [];
  return (
    <div className={classes.form} ref={form}>
      {ofForm.length > 0 && (
        <p className={classes.problem} role="alert">
          {ofForm.join(' ')}
        </p>
      )}
      <Members
        schema={resolved(schema, schema)}
        value={value}
        completed={withDefaults(schema, value)}
        onChange={onChange}
        pointer=""
        depth={0}
        context={{ root: schema, placed }}
      />
    </div>
  );
}

interface MembersProps {
  readonly schema: Schema;
  readonly value: JsonObject;
  /** The value with the defaults of what is missing. */
  readonly completed: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly pointer: string;
  readonly depth: number;
  readonly context: FormContext;
}

function Members({ schema, value, completed, onChange, pointer, depth, context }: MembersProps): ReactNode {
  const { root } = context;
  return membersOf(schema, root, value).map(([key, member]) => {
    const isRequired = requires(schema, key);
    return (
      <Setting
        key={key}
        name={key}
        schema={member}
        value={memberOf(value, key)}
        fallback={memberOf(completed, key)}
        isRequired={isRequired}
        depth={depth}
        pointer={pointerTo(pointer, key)}
        context={context}
        onChange={(next) =>
          onChange(
            withEdit({ schema, root, settings: value }, key, emptied({ schema: member, root, isRequired }, next)),
          )
        }
      />
    );
  });
}

interface SettingProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  /** What the server stores in place of a missing value. */
  readonly fallback?: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly isRequired: boolean;
  readonly pointer: string;
  readonly depth: number;
  readonly context: FormContext;
}

function Setting(props: SettingProps): ReactNode {
  const { t, language } = useTexts();
  const { name, schema, isRequired: required, pointer, depth, context } = props;
  const drawing = drawingOf(schema, { root: context.root, language, depth, isRequired: required });
  const fallback = props.value === undefined ? fallbackText(props.fallback, drawing, language) : undefined;
  const hints = [hintOf(schema, { t, language }), fallback && t('form.fallback', { value: fallback })];
  const field: FieldProps = {
    ...fieldTexts(name, schema, language),
    hint: hints.filter(Boolean).join(' · ') || undefined,
    isRequired: required,
    isDisabled: schema['readOnly'] === true,
    problems: context.placed.get(pointer) ?? [],
  };
  switch (drawing.kind) {
    case 'group':
    case 'list':
      return <CompoundSetting {...props} drawing={drawing} field={field} />;
    default:
      return <SimpleSetting {...{ schema, drawing, field }} value={props.value} onChange={props.onChange} />;
  }
}

/** Says which values a setting accepts: `at least 8 characters`. The server's problems would say it too late. */
function hintOf(schema: Schema, { t, language }: Pick<Texts, 't' | 'language'>): string | undefined {
  const bounds = boundsOf(schema);
  if (bounds === null) return undefined;
  const counted = (value: number): string => {
    if (bounds.unit === 'number') return digits(value, language, { maximumFractionDigits: 20 });
    return t(`form.${bounds.unit}`, { number: value });
  };
  const { least, most, step } = bounds;
  if (least !== undefined && most !== undefined)
    return t('form.between', { least: digits(least, language, { maximumFractionDigits: 20 }), most: counted(most) });
  if (least !== undefined) return t('form.at_least', { least: counted(least) });
  if (most !== undefined) return t('form.at_most', { most: counted(most) });
  return t('form.multiple', { step: counted(step ?? 1) });
}

function fallbackText(value: Json | undefined, drawing: Drawing, language: Language): string | undefined {
  if (drawing.kind === 'choice') return drawing.options.find((option) => option.value === value)?.label;
  if (drawing.kind === 'date' && typeof value === 'string') return numericDay(value, language);
  return typeof value === 'number' ? shownDecimal(decimalOf(value), language) : textOf(value);
}

type Compound = Exclude<Drawing, Simple>;

function CompoundSetting({
  schema,
  value,
  fallback,
  onChange,
  pointer,
  depth,
  context,
  drawing,
  field,
}: SettingProps & { drawing: Compound; field: FieldProps }): ReactNode {
  const { t, language } = useTexts();
  if (drawing.kind === 'group')
    return (
      <FieldGroup {...field}>
        <Members
          {...{ schema, onChange, pointer, context }}
          value={isObject(value) ? value : {}}
          completed={isObject(fallback) ? fallback : {}}
          depth={depth + 1}
        />
      </FieldGroup>
    );
  const { kind } = drawingOf(drawing.items, { root: context.root, language, depth: depth + 1 });
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  return (
    <ListField
      {...field}
      value={items}
      onChange={onChange}
      first={firstItem(kind)}
      most={numberOf(schema['maxItems'])}
      item={(at, change) => (
        <Setting
          name={t('form.item', { number: at + 1 })}
          schema={withoutTexts(drawing.items)}
          value={items[at]}
          onChange={change}
          isRequired={false}
          pointer={pointerTo(pointer, at)}
          depth={depth + 1}
          context={context}
        />
      )}
    />
  );
}

/** What a new item of a list has until it is filled in. */
function firstItem(kind: Drawing['kind']): Json {
  if (kind === 'group' || kind === 'pairs') return {};
  if (kind === 'switch') return false;
  return kind === 'text' || kind === 'secret' ? '' : UNREADABLE;
}

/** The items of a list are numbered, so their own title would repeat the title of the list. */
function withoutTexts(schema: Schema): Schema {
  const { title: _title, 'x-names': _names, ...others } = schema;
  return others;
}
