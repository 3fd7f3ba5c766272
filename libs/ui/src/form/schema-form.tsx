import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { NumberField, Select, Switch, TextField, type FieldProps } from '../controls/fields.js';
import { DateField } from '../dates/date-field.js';
import { useTexts } from '../language.js';
import { ChoicesField, FieldGroup, JsonField, ListField, PairsField } from './list-fields.js';
import classes from './schema-form.module.css';
import { SecretField } from './secret-field.js';
import {
  drawingOf,
  fieldTexts,
  isObject,
  isRequired,
  membersOf,
  numberOf,
  resolved,
  textOf,
  type Drawing,
  type Json,
  type JsonObject,
  type Option,
  type Schema,
} from './settings-schema.js';
import { drawnPointers, placedProblems, pointerTo, withMember, type SettingsProblem } from './settings-values.js';

interface SchemaFormProps {
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
    if (problems.length > 0)
      form.current
        ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button, [data-invalid][tabindex]')
        ?.focus();
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
  readonly onChange: (value: JsonObject) => void;
  readonly pointer: string;
  readonly depth: number;
  readonly context: FormContext;
}

function Members({ schema, value, onChange, pointer, depth, context }: MembersProps): ReactNode {
  return membersOf(schema, context.root).map(([key, member]) => (
    <Setting
      key={key}
      name={key}
      schema={member}
      value={value[key]}
      isRequired={isRequired(schema, key)}
      depth={depth}
      pointer={pointerTo(pointer, key)}
      context={context}
      onChange={(next) => onChange(withMember(value, key, next))}
    />
  ));
}

interface SettingProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly isRequired: boolean;
  readonly pointer: string;
  readonly depth: number;
  readonly context: FormContext;
}

function Setting(props: SettingProps): ReactNode {
  const { language } = useTexts();
  const { name, schema, isRequired: required, pointer, depth, context } = props;
  const drawing = drawingOf(schema, { root: context.root, language, depth });
  const field: FieldProps = {
    ...fieldTexts(name, schema, language),
    isRequired: required,
    isDisabled: schema['readOnly'] === true,
    problems: context.placed.get(pointer) ?? [],
  };
  switch (drawing.kind) {
    case 'group':
    case 'list':
      return <CompoundSetting {...props} drawing={drawing} field={field} />;
    default:
      return <SimpleSetting {...props} drawing={drawing} field={field} />;
  }
}

type Compound = Extract<Drawing, { kind: 'group' | 'list' }>;

function CompoundSetting({
  schema,
  value,
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
        <Members {...{ schema, onChange, pointer, context }} value={isObject(value) ? value : {}} depth={depth + 1} />
      </FieldGroup>
    );
  const isGroup = drawingOf(drawing.items, { root: context.root, language, depth: depth + 1 }).kind === 'group';
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  return (
    <ListField
      {...field}
      value={items}
      onChange={onChange}
      first={isGroup ? {} : ''}
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

/** The items of a list are numbered, so their own title would repeat the title of the list. */
function withoutTexts(schema: Schema): Schema {
  const { title: _title, 'x-names': _names, ...others } = schema;
  return others;
}

type Simple = Exclude<Drawing, Compound>;

function SimpleSetting({
  schema,
  value,
  onChange,
  drawing,
  field,
}: SettingProps & { drawing: Simple; field: FieldProps }): ReactNode {
  const orNothing = (next: string): void => onChange(next === '' ? undefined : next);
  switch (drawing.kind) {
    case 'text': {
      const { input: type, isCode, rows } = drawing;
      const maxLength = numberOf(schema['maxLength']);
      return (
        <TextField {...field} {...{ type, isCode, rows, maxLength }} value={textOf(value) ?? ''} onChange={orNothing} />
      );
    }
    case 'secret':
      return <SecretField {...field} value={value} onChange={onChange} isJson={drawing.isJson} />;
    case 'number': {
      const [minimum, maximum] = [numberOf(schema['minimum']), numberOf(schema['maximum'])];
      return (
        <NumberField {...field} {...{ minimum, maximum, onChange }} value={numberOf(value)} isWhole={drawing.isWhole} />
      );
    }
    case 'switch':
      return <SwitchSetting field={field} value={value === true} onChange={onChange} />;
    case 'date':
      return <DateField {...field} value={textOf(value) ?? null} onChange={(next) => onChange(next ?? undefined)} />;
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
        <PairsField {...field} value={(isObject(value) ? value : {}) as Record<string, string>} onChange={onChange} />
      );
    case 'json':
      return <JsonField {...field} value={value} onChange={onChange} />;
  }
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
  const none = field.isRequired === true ? [] : [{ value: NOTHING, label: t('form.no_choice') }];
  return (
    <Select
      {...field}
      value={selected >= 0 ? String(selected) : none.length > 0 ? NOTHING : null}
      onChange={(next) => onChange(next === NOTHING ? undefined : options[Number(next)]?.value)}
      options={[...none, ...options.map(({ label }, at) => ({ value: String(at), label }))]}
    />
  );
}
