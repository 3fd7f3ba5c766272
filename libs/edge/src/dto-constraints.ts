/**
 * The class-validator constraints that DTO classes may use, by their names in that library. Each has the problem text
 * that a client gets, and the equivalent JSON Schema keywords.
 */
import {
  ARRAY_MAX_SIZE,
  IS_ARRAY,
  IS_BOOLEAN,
  IS_IN,
  IS_INT,
  IS_NUMBER,
  IS_OBJECT,
  IS_STRING,
  MATCHES,
  MAX,
  MIN,
  ValidateBy,
} from 'class-validator';
import { countCodePoints, parseTime, TIME_MAX_CHARACTERS } from '@kushk/contracts';
import { problemTexts, type ProblemText } from './field-problems.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ConstraintDescription {
  readonly text: ProblemText;
  readonly keywords: JsonSchema;
}

const CODE_POINTS = 'codePoints';
const DOCUMENTED = 'documented';
const IS_TIME = 'isTime';
const UNIQUE_ITEMS = 'uniqueItems';

/** Limits the number of code points, as JSON Schema does. `@Length` of class-validator ignores variation selectors. */
export function CodePoints(min: number, max: number): PropertyDecorator {
  return ValidateBy({
    name: CODE_POINTS,
    constraints: [min, max],
    validator: {
      validate: (value: unknown) => {
        if (typeof value !== 'string') return false;
        const length = countCodePoints(value);
        return length >= min && length <= max;
      },
    },
  });
}

/**
 * Rejects a list with equal items. `@ArrayUnique` of class-validator compares each item with all others, which takes
 * minutes for the longest list that fits into a body. Items are compared by value only if they are not objects.
 */
export function UniqueItems(): PropertyDecorator {
  return ValidateBy({
    name: UNIQUE_ITEMS,
    validator: { validate: (value: unknown) => Array.isArray(value) && new Set(value).size === value.length },
  });
}

/** Accepts a time with its offset from UTC (RFC 3339), on a day that exists. */
export function IsTime(): PropertyDecorator {
  return ValidateBy({
    name: IS_TIME,
    validator: { validate: (value: unknown) => typeof value === 'string' && parseTime(value) !== null },
  });
}

/**
 * Replaces keywords in the documented schema of a field that a service validates, with an error code of its own: the
 * gateway accepts more than it documents. Must be the last decorator of the field.
 */
export function Documented(keywords: JsonSchema): PropertyDecorator {
  return ValidateBy({ name: DOCUMENTED, constraints: [keywords], validator: { validate: () => true } });
}

export const objectText = problemTexts.type('an object', 'شیء');

const descriptions: Readonly<Record<string, (args: readonly unknown[]) => ConstraintDescription>> = {
  [IS_STRING]: () => ({ text: problemTexts.type('a string', 'رشته'), keywords: { type: 'string' } }),
  [IS_INT]: () => ({ text: problemTexts.type('an integer', 'عدد صحیح'), keywords: { type: 'integer' } }),
  [IS_NUMBER]: () => ({ text: problemTexts.type('a number', 'عدد'), keywords: { type: 'number' } }),
  [IS_BOOLEAN]: () => ({
    text: problemTexts.type('true or false', 'true یا false'),
    keywords: { type: 'boolean' },
  }),
  [IS_OBJECT]: () => ({ text: objectText, keywords: { type: 'object', additionalProperties: true } }),
  [IS_ARRAY]: () => ({ text: problemTexts.type('a list', 'فهرست'), keywords: { type: 'array' } }),
  [IS_IN]: ([values]) => ({ text: problemTexts.oneOf(values as readonly unknown[]), keywords: { enum: values } }),
  [MIN]: ([min]) => ({ text: problemTexts.atLeast(min as number), keywords: { minimum: min } }),
  [MAX]: ([max]) => ({ text: problemTexts.atMost(max as number), keywords: { maximum: max } }),
  [CODE_POINTS]: ([min, max]) =>
    min === 0
      ? { text: problemTexts.longerThan(max as number), keywords: { maxLength: max } }
      : {
          text: problemTexts.lengthBetween(min as number, max as number),
          keywords: { minLength: min, maxLength: max },
        },
  [DOCUMENTED]: ([keywords]) => ({ text: objectText, keywords: keywords as JsonSchema }),
  [ARRAY_MAX_SIZE]: ([max]) => ({ text: problemTexts.moreItemsThan(max as number), keywords: { maxItems: max } }),
  [UNIQUE_ITEMS]: () => ({ text: problemTexts.duplicateItem, keywords: { uniqueItems: true } }),
  [IS_TIME]: () => ({
    text: problemTexts.time,
    keywords: { type: 'string', format: 'date-time', maxLength: TIME_MAX_CHARACTERS },
  }),
  [MATCHES]: ([pattern]) => ({
    text: problemTexts.pattern(pattern as RegExp),
    keywords: { pattern: (pattern as RegExp).source },
  }),
};

/** Returns the description of a constraint, or null for a constraint that is not in this table. */
export function describeConstraint(name: string, args: readonly unknown[]): ConstraintDescription | null {
  return Object.hasOwn(descriptions, name) ? descriptions[name]!(args) : null;
}
