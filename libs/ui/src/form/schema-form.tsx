import type { ReactNode } from 'react';
import { NumberField, Select, Switch, TextField } from '../controls/fields.js';
import { DateField } from '../dates/date-field.js';
import { JsonField, PairsField, TextsField } from './list-fields.js';
import classes from './schema-form.module.css';
import {
  drawingOf,
  isRequired,
  membersOf,
  numberOf,
  textOf,
  type Json,
  type JsonObject,
  type Schema,
} from './settings-schema.js';

/** By JSON Pointer below the settings: what the server found. */
export type ProblemsAt = (pointer: string) => readonly string[];

interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  readonly problemsAt: ProblemsAt;
}

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The settings of a plugin, drawn from the JSON Schema in its manifest. No code of the plugin runs, and none is made. */
export function SchemaForm({ schema, value, onChange, problemsAt }: SchemaFormProps): ReactNode {
  return (
    <div className={classes.form}>
      <Members {...{ schema, value, onChange, problemsAt }} pointer="" depth={0} />
    </div>
  );
}

type MembersProps = SchemaFormProps & { readonly pointer: string; readonly depth: number };

function Members({ schema, value, onChange, problemsAt, pointer, depth }: MembersProps): ReactNode {
  const change = (key: string, next: Json | undefined): void => {
    const { [key]: _old, ...others } = value;
    onChange(next === undefined ? others : { ...others, [key]: next });
  };
  return membersOf(schema).map(([key, member]) => (
    <Member
      key={key}
      name={key}
      schema={member}
      value={value[key] ?? member['default']}
      isRequired={isRequired(schema, key)}
      depth={depth}
      pointer={`${pointer}/${escape(key)}`}
      problemsAt={problemsAt}
      onChange={(next) => change(key, next)}
    />
  ));
}

interface MemberProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly isRequired: boolean;
  readonly pointer: string;
  readonly problemsAt: ProblemsAt;
  readonly depth: number;
}

function Member({
  name,
  schema,
  value,
  onChange,
  isRequired: required,
  pointer,
  problemsAt,
  depth,
}: MemberProps): ReactNode {
  const drawing = drawingOf(schema, depth);
  const field = {
    label: textOf(schema['title']) ?? name,
    description: textOf(schema['description']),
    isRequired: required,
    problems: problemsAt(pointer),
  };
  const text = textOf(value) ?? '';
  const orNothing = (next: string): void => onChange(next === '' ? undefined : next);
  switch (drawing.kind) {
    case 'text':
      return (
        <TextField
          {...field}
          value={text}
          onChange={orNothing}
          type={drawing.input}
          isCode={drawing.input !== 'text'}
          rows={drawing.isLong ? 4 : 1}
          maxLength={numberOf(schema['maxLength'])}
        />
      );
    case 'secret':
      return <TextField {...field} value={text} onChange={orNothing} type="password" isCode />;
    case 'number':
      return (
        <NumberField
          {...field}
          value={numberOf(value)}
          onChange={onChange}
          isWhole={drawing.isWhole}
          minimum={numberOf(schema['minimum'])}
          maximum={numberOf(schema['maximum'])}
        />
      );
    case 'switch':
      return <Switch {...field} value={value === true} onChange={onChange} />;
    case 'date':
      return <DateField {...field} value={textOf(value) ?? null} onChange={(next) => onChange(next ?? undefined)} />;
    case 'choice':
      return (
        <Select
          {...field}
          value={textOf(value) ?? null}
          onChange={onChange}
          options={drawing.options.map((one) => ({ value: one, label: one }))}
        />
      );
    case 'texts':
      return (
        <TextsField
          {...field}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          problemsAt={(at) => problemsAt(`${pointer}/${at}`)}
        />
      );
    case 'pairs':
      return <PairsField {...field} value={(value ?? {}) as Record<string, string>} onChange={onChange} />;
    case 'json':
      return <JsonField {...field} value={value} onChange={onChange} />;
    case 'group':
      return (
        <fieldset className={classes.group}>
          <legend>{field.label}</legend>
          {field.description !== undefined && <p>{field.description}</p>}
          <Members
            schema={schema}
            value={(value ?? {}) as JsonObject}
            onChange={onChange}
            problemsAt={problemsAt}
            pointer={pointer}
            depth={depth + 1}
          />
        </fieldset>
      );
  }
}
