/**
 * The fields of a request body. Each declares one type, the rules that a value must meet and its JSON Schema, so what
 * the gateway accepts and what the OpenAPI documents promise cannot differ.
 */
import { countCodePoints, type JsonObject, type Problem } from '@kushk/contracts';
import { pointer, problemAt, problemTexts, type ProblemText } from './field-problems.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Field<Value = unknown, IsOptional extends boolean = boolean> {
  /** An optional field may be absent or null. */
  readonly isOptional: IsOptional;
  readonly schema: JsonSchema;
  /** Adds the first problem of a value that is present; a nested body adds all of its own. */
  readonly check: (value: unknown, path: string, problems: Problem[]) => void;
  /** Carries the type of a valid value; never set. */
  readonly valueType?: Value;
}

interface Rule {
  readonly holds: (value: unknown) => boolean;
  readonly text: ProblemText;
}

/** A required field that reports the first rule that its value breaks. */
function field<Value>(schema: JsonSchema, rules: readonly Rule[]): Field<Value, false> {
  return {
    isOptional: false,
    schema,
    check: (value, path, problems) => {
      const broken = rules.find(({ holds }) => !holds(value));
      if (broken !== undefined) problems.push(problemAt(path, broken.text));
    },
  };
}

const isString: Rule = {
  holds: (value) => typeof value === 'string',
  text: problemTexts.type('a string', 'رشته'),
};
const isInteger: Rule = {
  holds: (value) => Number.isInteger(value),
  text: problemTexts.type('an integer', 'عدد صحیح'),
};
const isNumber: Rule = {
  holds: (value) => Number.isFinite(value),
  text: problemTexts.type('a number', 'عدد'),
};
const isBoolean: Rule = {
  holds: (value) => typeof value === 'boolean',
  text: problemTexts.type('true or false', 'true یا false'),
};
const isList: Rule = {
  holds: (value) => Array.isArray(value),
  text: problemTexts.type('a list', 'فهرست'),
};
export const isObject: Rule = {
  holds: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  text: problemTexts.type('an object', 'شیء'),
};

/** Lengths count code points, as JSON Schema does. */
export function string(
  rules: { readonly minLength?: number; readonly maxLength?: number; readonly pattern?: RegExp } = {},
): Field<string, false> {
  const { minLength, maxLength, pattern } = rules;
  return field(
    {
      type: 'string',
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
      ...(pattern && { pattern: pattern.source }),
    },
    [isString, ...lengthRules(minLength ?? 0, maxLength), ...(pattern ? [patternRule(pattern)] : [])],
  );
}

function lengthRules(minLength: number, maxLength: number | undefined): readonly Rule[] {
  if (maxLength === undefined) return [];
  return [
    {
      holds: (value) => {
        const length = countCodePoints(value as string);
        return length >= minLength && length <= maxLength;
      },
      text: minLength === 0 ? problemTexts.longerThan(maxLength) : problemTexts.lengthBetween(minLength, maxLength),
    },
  ];
}

function patternRule(pattern: RegExp): Rule {
  return { holds: (value) => pattern.test(value as string), text: problemTexts.pattern(pattern) };
}

export function integer({ minimum, maximum }: { readonly minimum?: number; readonly maximum?: number } = {}): Field<
  number,
  false
> {
  return field(
    { type: 'integer', ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) },
    [
      isInteger,
      ...(minimum === undefined
        ? []
        : [{ holds: (value: unknown) => (value as number) >= minimum, text: problemTexts.atLeast(minimum) }]),
      ...(maximum === undefined
        ? []
        : [{ holds: (value: unknown) => (value as number) <= maximum, text: problemTexts.atMost(maximum) }]),
    ],
  );
}

export function number(): Field<number, false> {
  return field({ type: 'number' }, [isNumber]);
}

export function boolean(): Field<boolean, false> {
  return field({ type: 'boolean' }, [isBoolean]);
}

/** Any JSON object: a service validates its members. */
export function jsonObject(): Field<JsonObject, false> {
  return field({ type: 'object' }, [isObject]);
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Field<Value, false> {
  return field({ enum: values }, [
    { holds: (value) => (values as readonly unknown[]).includes(value), text: problemTexts.oneOf(values) },
  ]);
}

/** A list of strings. The first item that is no string is reported by its index. */
export function stringList({
  maxItems,
  unique = false,
}: {
  readonly maxItems: number;
  readonly unique?: boolean;
}): Field<readonly string[], false> {
  const whole = field<readonly string[]>(
    { type: 'array', maxItems, ...(unique && { uniqueItems: true }), items: { type: 'string' } },
    [
      isList,
      { holds: (value) => (value as unknown[]).length <= maxItems, text: problemTexts.moreItemsThan(maxItems) },
      ...(unique ? [isUnique] : []),
    ],
  );
  return {
    ...whole,
    check: (value, path, problems) => {
      const before = problems.length;
      whole.check(value, path, problems);
      if (problems.length > before) return;
      const wrong = (value as unknown[]).findIndex((item) => typeof item !== 'string');
      if (wrong !== -1) problems.push(problemAt(pointer(path, wrong), isString.text));
    },
  };
}

const isUnique: Rule = {
  holds: (value) => new Set(value as unknown[]).size === (value as unknown[]).length,
  text: problemTexts.duplicateItem,
};

/** The same field where the client may leave it out or send null. */
export function optional<Value>({ schema, check }: Field<Value, false>): Field<Value, true> {
  const { type } = schema;
  return {
    isOptional: true,
    schema:
      typeof type === 'string' && schema['properties'] === undefined ? { ...schema, type: [type, 'null'] } : schema,
    check,
  };
}

/** Passed on as it came, absent or null included: the service that receives it validates it. */
export function unchecked<Value = unknown>(schema: JsonSchema = {}): Field<Value, true> {
  return { isOptional: true, schema, check: () => undefined };
}
