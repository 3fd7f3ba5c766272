/** Translates the errors of a schema into findings: one code for each kind of mistake, one path for each finding. */
import type { SchemaError } from './json-schema/run.js';
import { isObject } from './json.js';
import { linearPattern } from './linear-pattern.js';
import { MESSAGES, type ProblemCode } from './messages.js';
import { pointerTo, valueAt } from './pointer.js';
import type { Finding, Hint } from './problem.js';

type Description = Omit<Finding, 'path'> & { readonly member?: string };
/** What a value must do that satisfies none of the alternatives. */
const REASONS: Readonly<Record<string, Hint>> = {
  anyOf: { en: 'must match a schema in anyOf', fa: 'باید دست‌کم با یکی از گزینه‌های anyOf بخواند' },
  oneOf: { en: 'must match exactly one schema in oneOf', fa: 'باید درست با یکی از گزینه‌های oneOf بخواند' },
};
type Params = Readonly<Record<string, unknown>>;

const COMPARISONS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '>': '>', '<': '<' };

/** The findings of one validation of `document`. Each path is prefixed with `pointer`. */
export function findingsOf(errors: readonly SchemaError[], document: unknown, pointer: string): Finding[] {
  return errors.map((error) => findingOf(error, document, pointer));
}

function findingOf(error: SchemaError, document: unknown, pointer: string): Finding {
  const { member, ...description } = describeError(error, document);
  const inside = `${pointer}${error.path}`;
  const path = error.propertyName === undefined ? inside : pointerTo(inside, error.propertyName);
  return { path: member === undefined ? path : pointerTo(path, member), ...description };
}

function describeError(error: SchemaError, document: unknown): Description {
  const params: Params = error.params;
  const annotated = annotatedCode(error, params);
  if (annotated?.code === 'tool_name_invalid')
    return { ...annotated, ...misspeltToolName(String(valueAt(document, error.path))) };
  if (annotated?.code === 'rate_invalid')
    return { ...annotated, ...shortenedRate(String(valueAt(document, error.path))) };
  if (annotated !== null) return { ...annotated, ...misspeltValue(error, document) };
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return { code: 'required', member: String(params['missingProperty']) };
    case 'additionalProperties':
      return unknownField(String(params['additionalProperty']), error);
    case 'unevaluatedProperties':
      return unknownField(String(params['unevaluatedProperty']), error);
    case 'type':
      return wrongType(error, error.propertyName ?? valueAt(document, error.path));
    case 'enum':
      return {
        code: 'value_unknown',
        params: { allowed: list(params['allowedValues']) },
        ...misspeltValue(error, document),
      };
    case 'const':
      return { code: 'value_unknown', params: { allowed: textOf(params['allowedValue']) } };
    case 'pattern':
      return { code: 'pattern', params: { pattern: String(params['pattern']) } };
    case 'format':
      return { code: 'format', params: { format: String(params['format']) } };
    case 'uniqueItems':
      return { code: 'duplicate', member: String(params['index']), params: { first: String(params['first']) } };
    case 'multipleOf':
      return { code: 'not_a_multiple', params: { limit: Number(params['multipleOf']) } };
    case 'minimum':
    case 'exclusiveMinimum':
      return outOfRange('too_low', params);
    case 'maximum':
    case 'exclusiveMaximum':
      return outOfRange('too_high', params);
    case 'minLength':
      return atLeast('too_short', params);
    case 'minItems':
    case 'minProperties':
      return atLeast('too_few', params);
    case 'maxLength':
      return { code: 'too_long', params: { limit: Number(params['limit']) } };
    case 'maxItems':
    case 'items':
    case 'unevaluatedItems':
    case 'maxProperties':
      return { code: 'too_many', params: { limit: Number(params['limit']) } };
    case 'contains':
      return { code: 'invalid', params: { reason: matchingItems(params) } };
    case 'false schema':
    case 'not':
      return { code: 'not_allowed' };
    default:
      return { code: 'invalid', params: { reason: REASONS[error.keyword] ?? error.keyword } };
  }
}

/** The problem code that the manifest's own schema sets for its patterns, enumerations and constants. */
function annotatedCode(error: SchemaError, params: Params): Description | null {
  if (!['pattern', 'enum', 'const', 'not'].includes(error.keyword) || !isObject(error.schema)) return null;
  const code = error.schema['x-problem'];
  if (typeof code !== 'string' || !Object.hasOwn(MESSAGES, code)) return null;
  return { code: code as ProblemCode, params: { allowed: list(params['allowedValues']) } };
}

const MAX_NAME_CHARACTERS = 48;
const TOOL_NAME = /^[a-z][a-z0-9_]*$/;
const IN_QUOTES = { en: 'put it in quotes', fa: 'آن را داخل گیومه بگذارید' };
const NO_QUOTES = { en: 'write it without quotes', fa: 'آن را بدون گیومه بنویسید' };

function unknownField(member: string, { schema }: SchemaError): Description {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return { code: 'unknown_field', member, misspelt: { given: member, known: Object.keys(properties ?? {}) } };
}

/** The value that is not among the allowed values, if it is text. */
function misspeltValue(error: SchemaError, document: unknown): Pick<Description, 'misspelt'> {
  const { allowedValues } = error.params as { readonly allowedValues?: unknown };
  const given = error.propertyName ?? valueAt(document, error.path);
  if (!Array.isArray(allowedValues) || typeof given !== 'string') return {};
  return { misspelt: { given, known: allowedValues as readonly unknown[] } };
}

/** The name of a tool with hyphens or capitals, where underscores and small letters are valid. */
function misspeltToolName(given: string): Pick<Description, 'misspelt'> {
  const meant = given.slice(0, MAX_NAME_CHARACTERS).toLowerCase().replaceAll('-', '_');
  return TOOL_NAME.test(meant) ? { misspelt: { given, known: [meant] } } : {};
}

/** A rate with too many places, cut off after the sixth; none where that would be 0. */
function shortenedRate(given: string): Pick<Description, 'hint'> {
  const [, cut = ''] = /^((?:0|[1-9]\d{0,6})\.\d{6})\d{1,64}$/.exec(given) ?? [];
  if (Number(cut) === 0) return {};
  return { hint: { en: `for example "${cut}", in quotes`, fa: `برای نمونه "${cut}"، داخل گیومه` } };
}

function wrongType({ params, schema }: SchemaError, value: unknown): Description {
  const expected = (params as Params)['type'];
  const types = Array.isArray(expected) ? expected.map(String) : [String(expected)];
  const description: Description = {
    code: 'type',
    params: { expected: typeNames(types), actual: typeNames([jsonType(value)]) },
  };
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  // In quotes it would only lead to the next problem where the text has to look otherwise, such as a version.
  if (types.includes('string') && isPlain && hasPattern(String(value), schema))
    return { ...description, hint: IN_QUOTES };
  return typeof value === 'string' && types.some((type) => isTextOf(type, value))
    ? { ...description, hint: NO_QUOTES }
    : description;
}

function hasPattern(text: string, schema: unknown): boolean {
  const pattern = isObject(schema) ? schema['pattern'] : undefined;
  return typeof pattern !== 'string' || linearPattern(pattern).test(text);
}

/** Whether a text is what a value of the type looks like in quotes. */
function isTextOf(type: string, text: string): boolean {
  if (type === 'boolean') return text === 'true' || text === 'false';
  const isNumber = /^-?\d+(\.\d+)?$/.test(text);
  return isNumber && (type === 'number' || (type === 'integer' && !text.includes('.')));
}

function outOfRange(code: 'too_low' | 'too_high', params: Params): Description {
  const comparison = COMPARISONS[String(params['comparison'])] ?? '';
  return { code, params: { comparison, limit: Number(params['limit']) } };
}

function matchingItems({ minContains, maxContains }: Params): Hint {
  const [least, most] = [minContains, maxContains].map(String);
  return {
    en: `must contain at least ${least}${maxContains === null ? '' : ` and no more than ${most}`} valid item(s)`,
    fa: `باید دست‌کم ${least}${maxContains === null ? '' : ` و حداکثر ${most}`} مورد درست داشته باشد`,
  };
}

function atLeast(code: 'too_short' | 'too_few', params: Params): Description {
  const limit = Number(params['limit']);
  return limit === 1 ? { code: 'empty' } : { code, params: { limit } };
}

/**
 * Caches the texts of allowed values. An `enum` may be long, and thousands of findings may include its text, so each
 * text is built only once.
 */
const lists = new WeakMap<object, string>();
const texts = new WeakMap<object, string>();

function list(values: unknown): string {
  return Array.isArray(values) ? memoizedText(lists, values, () => values.map(textOf).join(', ')) : '';
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null
    ? memoizedText(texts, value, () => JSON.stringify(value))
    : JSON.stringify(value);
}

function memoizedText(cache: WeakMap<object, string>, key: object, build: () => string): string {
  const text = cache.get(key) ?? build();
  cache.set(key, text);
  return text;
}

/** The types of JSON in Persian words; their names are English words of the schema. */
const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'متن',
  integer: 'عدد صحیح',
  number: 'عدد',
  boolean: 'true یا false',
  array: 'فهرست',
  object: 'مجموعهٔ فیلدها',
  null: 'خالی',
};

const typeNames = (types: readonly string[]): Hint => ({
  en: types.join(' | '),
  fa: types.map((type) => TYPE_WORDS[type] ?? type).join(' یا '),
});

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
