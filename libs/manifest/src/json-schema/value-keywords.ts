/** Keywords about a value as a whole, about numbers and about texts. */
import type { Json, JsonObject } from '@kushk/contracts';
import { canonicalText } from '../json.js';
import { isMultipleOf } from './decimal.js';
import { FORMATS, MAX_FORMATTED_CHARACTERS } from './formats.js';
import type { Check, Keywords } from './keyword.js';
import type { Run } from './run.js';

/** What exact division costs, for numbers of 600 digits. */
const DIVISION_STEPS = 40;
/** What the check of a format costs beside its characters. An invalid `regex` throws an error with its stack. */
const FORMAT_STEPS: Readonly<Record<string, number>> = { regex: 600 };
const OTHER_FORMAT_STEPS = 24;

export const valueKeywords: Keywords = {
  type: (type: string | readonly string[], { schema }) => {
    const types = new Set(typeof type === 'string' ? [type] : type);
    return (value, place, run) => {
      const actual = typeOf(value);
      if (types.has(actual) || (actual === 'number' && types.has('integer') && Number.isInteger(value))) return true;
      return run.fail({ keyword: 'type', schema, params: { type } }, place);
    };
  },
  enum: (allowed: readonly Json[], { schema }) => {
    const isAllowed = equalToOneOf(allowed);
    return (value, place, run) =>
      isAllowed(value, run) || run.fail({ keyword: 'enum', schema, params: { allowedValues: allowed } }, place);
  },
  const: (allowed: Json, { schema }) => {
    const isAllowed = equalToOneOf([allowed]);
    return (value, place, run) =>
      isAllowed(value, run) || run.fail({ keyword: 'const', schema, params: { allowedValue: allowed } }, place);
  },
};

export const numberKeywords: Keywords<number> = {
  minimum: comparison('minimum', '>=', (value, limit) => value >= limit),
  maximum: comparison('maximum', '<=', (value, limit) => value <= limit),
  exclusiveMinimum: comparison('exclusiveMinimum', '>', (value, limit) => value > limit),
  exclusiveMaximum: comparison('exclusiveMaximum', '<', (value, limit) => value < limit),
  multipleOf:
    (divisor: number, { schema }) =>
    (value, place, run) => {
      run.charge(DIVISION_STEPS);
      return (
        isMultipleOf(value, divisor) ||
        run.fail({ keyword: 'multipleOf', schema, params: { multipleOf: divisor } }, place)
      );
    },
};

export const textKeywords: Keywords<string> = {
  minLength:
    (limit: number, { schema }) =>
    (text, place, run) =>
      charactersOf(text, run) >= limit || run.fail({ keyword: 'minLength', schema, params: { limit } }, place),
  maxLength:
    (limit: number, { schema }) =>
    (text, place, run) =>
      charactersOf(text, run) <= limit || run.fail({ keyword: 'maxLength', schema, params: { limit } }, place),
  pattern: (source: string, context) => {
    const matches = context.pattern(source);
    return (text, place, run) =>
      matches(text, run) ||
      run.fail({ keyword: 'pattern', schema: context.schema, params: { pattern: source } }, place);
  },
  format: (format: string, { schema, assertsFormats }) => {
    const isValid = assertsFormats && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (isValid === undefined) return null;
    return (text, place, run) => {
      run.charge((FORMAT_STEPS[format] ?? OTHER_FORMAT_STEPS) + Math.min(text.length, MAX_FORMATTED_CHARACTERS));
      const isFormatted = text.length <= MAX_FORMATTED_CHARACTERS && isValid(text);
      return isFormatted || run.fail({ keyword: 'format', schema, params: { format } }, place);
    };
  },
};

export function typeOf(value: unknown): 'null' | 'array' | 'object' | 'string' | 'number' | 'boolean' {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'object' | 'string' | 'number' | 'boolean';
}

/** Whether a value equals one of the others as JSON. */
function equalToOneOf(allowed: readonly Json[]): (value: unknown, run: Run) => boolean {
  const texts = new Set(allowed.map(canonicalText));
  return (value, run) => texts.has(run.textOf(value));
}

/** The number of characters as JSON Schema counts them: code points. */
function charactersOf(text: string, run: Run): number {
  run.charge(text.length >> 3);
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) if (isLow(text, index) && isHigh(text, index - 1)) count -= 1;
  return count;
}

function isHigh(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xd800;
}

function isLow(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

function comparison(keyword: string, sign: string, holds: (value: number, limit: number) => boolean) {
  return (limit: number, { schema }: { readonly schema: JsonObject }): Check<number> =>
    (value, place, run) =>
      holds(value, limit) || run.fail({ keyword, schema, params: { comparison: sign, limit } }, place);
}
