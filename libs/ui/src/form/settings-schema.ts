/**
 * How the fields of a settings form are drawn, from the JSON Schema in a manifest. A schema that has no field of its
 * own becomes a field for JSON text, so every schema that the hub accepts can be filled in. The server validates.
 */
import { referencedSchema } from '@kushk/manifest/schema-references';
import { inLanguage } from '../texts/in-language.js';
import type { Language } from '../texts/texts.js';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export type Schema = JsonObject;

export interface Option {
  readonly value: Json;
  readonly label: string;
}

export type Drawing =
  | { readonly kind: 'text'; readonly input: 'text' | 'email' | 'url'; readonly isCode: boolean; readonly rows: number }
  /** `isJson`: the secret is not a text, so it is entered as JSON. */
  | { readonly kind: 'secret'; readonly isJson: boolean }
  | { readonly kind: 'date' | 'moment' | 'time' | 'switch' | 'json' }
  | { readonly kind: 'number'; readonly isWhole: boolean }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly Option[] }
  | { readonly kind: 'list'; readonly items: Schema }
  | { readonly kind: 'pairs'; readonly areSecret: boolean }
  | { readonly kind: 'group' };

/** The texts and rules of one field. */
export interface FieldTexts {
  readonly label: string;
  readonly description: string | undefined;
}

/** Deeper groups and lists become JSON text: a recursive schema would never end. */
export const MAX_DEPTH = 4;
const MAX_REFERENCES = 20;
const LONG_TEXT_CHARACTERS = 200;
const CODE_FORMATS = new Set([
  'email',
  'uri',
  'uri-reference',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'duration',
  'json-pointer',
  'regex',
]);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** An object's own member, never an inherited one such as `constructor`. */
export const memberOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;
export const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
export const numberOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' ? value : undefined;

/** A schema with its local references followed and its `allOf` merged, as far as a field shows them. */
export function resolved(schema: Json | undefined, root: Schema): Schema {
  let current: Schema = isObject(schema) ? schema : {};
  for (let steps = 0; steps < MAX_REFERENCES; steps += 1) {
    const { $ref: reference, allOf, ...own } = current;
    if (typeof reference === 'string') {
      current = { ...referencedObject(current, root), ...own, ...(allOf !== undefined && { allOf }) };
    } else if (Array.isArray(allOf)) {
      current = [...allOf.map((part) => resolved(part, root)), own].reduce(merged, {});
    } else return current;
  }
  return current;
}

function merged(first: Schema, second: Schema): Schema {
  const required = [first, second].flatMap((part) => (Array.isArray(part['required']) ? part['required'] : []));
  const properties = {
    ...(isObject(first['properties']) && first['properties']),
    ...(isObject(second['properties']) && second['properties']),
  };
  return {
    ...first,
    ...second,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function referencedObject(schema: Schema, root: Schema): Schema {
  const target = referencedSchema(schema, root);
  return isObject(target) ? target : {};
}

type Members = readonly (readonly [key: string, schema: Schema])[];

/**
 * The members of a schema of an object, in the order of the manifest, and then those that only its conditions and
 * alternatives have: the server says which of them fit together. An alternative with another constant than `value` has
 * only adds what people choose it by.
 */
export function membersOf(schema: Schema, root: Schema, value: JsonObject = {}): Members {
  const members = new Map(ownMembers(schema, root));
  const own = new Set(members.keys());
  const parts = conditionalParts(schema).map((part) => ownMembers(resolved(part, root), root));
  const isDecided = parts.every((part) =>
    part.some(([key, member]) => valuesOf(member) !== null && memberOf(value, key) !== undefined),
  );
  const fitting = parts.filter((part) => part.every(([key, member]) => accepts(member, memberOf(value, key))));
  for (const part of parts)
    for (const [key, member] of part) {
      const isChoice =
        valuesOf(member) !== null && parts.filter((one) => one.some(([other]) => other === key)).length > 1;
      if (own.has(key) || !(isChoice || fitting.includes(part))) continue;
      members.set(key, eitherOf(members.get(key), isDecided ? member : withoutBounds(member)));
    }
  return [...members];
}

/** While it is open which alternative counts, the field of a number refuses none that another may accept. */
function withoutBounds({ minimum: _least, maximum: _most, ...schema }: Schema): Schema {
  const { type } = schema;
  const types = [type].flat().map((one) => (one === 'integer' ? 'number' : one));
  return type === undefined ? schema : { ...schema, type: (Array.isArray(type) ? types : types[0]) as Json };
}

/** Whether a value can be one of the constants of a schema, if it has any. */
function accepts(schema: Schema, value: Json | undefined): boolean {
  const values = valuesOf(schema);
  return values === null || value === undefined || values.some((one) => JSON.stringify(one) === JSON.stringify(value));
}

function ownMembers({ properties }: Schema, root: Schema): Members {
  return isObject(properties)
    ? Object.entries(properties).flatMap(([key, member]) =>
        member === false ? [] : [[key, resolved(member, root)] as const],
      )
    : [];
}

function conditionalParts(schema: Schema): readonly Json[] {
  const { then: whenTrue, else: otherwise, oneOf, anyOf, dependentSchemas } = schema;
  return [
    ...[oneOf, anyOf].flatMap((parts) => (Array.isArray(parts) ? (parts as readonly Json[]) : [])),
    ...[whenTrue, otherwise].filter((part) => part !== undefined),
    ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
  ];
}

/**
 * Alternatives that tell themselves apart by a constant let people choose the constant. A member that they describe in
 * different ways is entered as JSON text, because the field of one would refuse the values of the other.
 */
function eitherOf(first: Schema | undefined, second: Schema): Schema {
  if (first === undefined) return second;
  const values = [first, second].map(valuesOf);
  if (values.some((one) => one === null))
    return JSON.stringify(first) === JSON.stringify(second) ? first : textsOf(first);
  const { const: _only, ...others } = first;
  return { ...others, enum: [...new Set(values.flat() as Json[])] };
}

const TEXTS = ['title', 'description', 'x-names', 'x-descriptions'];
const textsOf = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => TEXTS.includes(keyword)));

function valuesOf({ enum: values, const: only }: Schema): readonly Json[] | null {
  if (Array.isArray(values)) return values as readonly Json[];
  return only === undefined ? null : [only];
}

export const requires = (schema: Schema, key: string): boolean =>
  Array.isArray(schema['required']) && schema['required'].includes(key);

/** Label and description of a field in a language: `x-names`, else `title`, else the name of the setting. */
export function fieldTexts(name: string, schema: Schema, language: Language): FieldTexts {
  return {
    label: inLanguage(schema['x-names'], language) ?? textOf(schema['title']) ?? name,
    description: inLanguage(schema['x-descriptions'], language) ?? textOf(schema['description']),
  };
}

export const isSecret = (schema: Schema): boolean => schema['writeOnly'] === true || schema['format'] === 'password';

/** A switch would show a value that is missing, or null, as off. */
const drawingOfBoolean = (schema: Schema, isRequired: boolean): Drawing =>
  !allowsNull(schema) && !(isRequired && schema['default'] === undefined)
    ? { kind: 'switch' }
    : {
        kind: 'choice',
        options: [true, false, ...(allowsNull(schema) ? [null] : [])].map((value) => ({ value, label: String(value) })),
      };

/** How a setting is drawn. `depth` is that of the group or list that contains it. */
export function drawingOf(schema: Schema, { root, language, depth = 0, isRequired = false }: DrawingOptions): Drawing {
  const type = typeOf(schema);
  if (isSecret(schema)) return { kind: 'secret', isJson: type !== 'string' && type !== undefined };
  const options = optionsOf(schema, language);
  if (options !== null) return { kind: 'choice', options };
  switch (type) {
    case 'string':
      return drawingOfText(schema);
    case 'integer':
      return { kind: 'number', isWhole: true };
    case 'number':
      return { kind: 'number', isWhole: false };
    case 'boolean':
      return drawingOfBoolean(schema, isRequired);
    case 'array':
      return drawingOfList(schema, { root, language, depth });
    case 'object':
      return drawingOfObject(schema, { root, language, depth });
    default:
      return { kind: 'json' };
  }
}

interface DrawingOptions {
  readonly root: Schema;
  readonly language: Language;
  readonly depth?: number;
  readonly isRequired?: boolean;
}

export const allowsNull = ({ type }: Schema): boolean => [type].flat().includes('null');

/** `[string, null]` is a text that may be left out. */
function typeOf(schema: Schema): string | undefined {
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  if (types.length !== 1) return undefined;
  return textOf(types[0]) ?? (isObject(schema['properties']) ? 'object' : undefined);
}

function drawingOfText(schema: Schema): Drawing {
  const format = textOf(schema['format']) ?? '';
  if (format === 'date' || format === 'time') return { kind: format };
  if (format === 'date-time') return { kind: 'moment' };
  const isLong = (numberOf(schema['maxLength']) ?? 0) > LONG_TEXT_CHARACTERS && !CODE_FORMATS.has(format);
  return {
    kind: 'text',
    input: format === 'email' ? 'email' : format === 'uri' ? 'url' : 'text',
    isCode: CODE_FORMATS.has(format) || schema['pattern'] !== undefined,
    rows: isLong ? 4 : 1,
  };
}

function drawingOfList(schema: Schema, { root, language, depth = 0 }: DrawingOptions): Drawing {
  if (!isObject(schema['items']) || depth >= MAX_DEPTH) return { kind: 'json' };
  const items = resolved(schema['items'], root);
  const options = optionsOf(items, language);
  if (options !== null) return { kind: 'choices', options };
  const item = drawingOf(items, { root, language, depth: depth + 1 });
  return item.kind === 'json' || item.kind === 'list' || item.kind === 'choices'
    ? { kind: 'json' }
    : { kind: 'list', items };
}

function drawingOfObject(schema: Schema, { root, depth = 0 }: DrawingOptions): Drawing {
  if (membersOf(schema, root).length > 0) return depth < MAX_DEPTH ? { kind: 'group' } : { kind: 'json' };
  const { additionalProperties, patternProperties } = schema;
  const values = [additionalProperties, ...(isObject(patternProperties) ? Object.values(patternProperties) : [])]
    .map((one) => resolved(one, root))
    .filter((one) => Object.keys(one).length > 0);
  const areTexts = values.length > 0 && values.every(({ type }) => type === 'string');
  return areTexts ? { kind: 'pairs', areSecret: values.some(isSecret) } : { kind: 'json' };
}

/** The values of `enum`, of `const`, or of alternatives that are each one value; null for any other schema. */
function optionsOf(schema: Schema, language: Language): readonly Option[] | null {
  const names = isObject(schema['x-enum-names']) ? schema['x-enum-names'] : {};
  const optionOf = (value: Json, title?: string): Option => ({
    value,
    label: inLanguage(names[String(value)], language) ?? title ?? String(value),
  });
  const { enum: values, const: only, oneOf, anyOf } = schema;
  if (Array.isArray(values)) return values.some(isCompound) ? null : values.map((value) => optionOf(value));
  if (only !== undefined) return isCompound(only) ? null : [optionOf(only)];
  const alternatives = oneOf ?? anyOf;
  if (!Array.isArray(alternatives) || alternatives.length === 0) return null;
  const options = alternatives.map((one) =>
    isObject(one) && one['const'] !== undefined && !isCompound(one['const'])
      ? optionOf(one['const'], fieldTexts('', one, language).label || undefined)
      : null,
  );
  return options.every((option) => option !== null) ? options : null;
}

const isCompound = (value: Json): boolean => typeof value === 'object' && value !== null;
