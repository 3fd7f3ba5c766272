/**
 * Evaluates an untrusted JSON Schema on an untrusted value with bounded work. Each visit of a subschema, each step of
 * a pattern and each comparison is charged to one budget. The budget bounds recursive references, many alternatives
 * over long lists, backtracking patterns and long lists of errors.
 */
import type { SchemaValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { _, Ajv2020, Name, type CodeKeywordDefinition, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '@kushk/contracts';
import { canonicalText } from './json.js';
import { linearPattern } from './linear-pattern.js';
import { findingsOf } from './schema-findings.js';
import type { Finding } from './problem.js';
import { mapSubschemas, ownSize } from './schema-traversal.js';

/**
 * The maximum number of steps for one value: visits of keywords, steps of patterns, compared characters. That many
 * steps take a few tenths of a second.
 */
export const MAX_STEPS = 10_000_000;
/**
 * The maximum number of errors in memory. It is higher than the maximum length of a problem list, because Ajv
 * discards the errors of branches that did not match.
 */
const MAX_COLLECTED_ERRORS = 20_000;
/** No date, address or identifier is longer. Bounds the cost of a format check. */
const MAX_FORMATTED_CHARACTERS = 4_096;
/** A keyword that is added to every subschema. It charges each visit of the subschema to the budget. */
const COST = 'x-cost';

/** The formats that are checked. Any other format is an annotation, as JSON Schema 2020-12 defines it. */
const FORMATS = [
  'date',
  'time',
  'date-time',
  'duration',
  'uri',
  'uri-reference',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'uuid',
  'json-pointer',
  'regex',
] as const;

/** A compiled schema whose evaluation is bounded by a step budget. */
export interface BoundedSchema {
  /** The findings of a value. Each path is prefixed with `pointer`. */
  findings(value: unknown, pointer: string): Finding[];
  /** The number of steps of the last call of `findings`. Exceeds {@link MAX_STEPS} by at most one charge. */
  stepsUsed(): number;
}

/** Thrown inside the code that Ajv generates, to stop the evaluation when the budget is exceeded. */
class BudgetExceeded {}

class StepBudget {
  used = 0;

  readonly charge = (steps: number): void => {
    this.used += steps;
    if (this.used > MAX_STEPS) throw new BudgetExceeded();
  };

  /** The generated code calls this before each subschema, with the errors collected so far. */
  readonly visit = (cost: number, value: unknown, errors: readonly ErrorObject[] | null): void => {
    this.charge(cost * sizeOf(value));
    if (errors !== null && errors.length > MAX_COLLECTED_ERRORS) throw new BudgetExceeded();
  };

  /**
   * Converts a value to the text that comparisons use. The charge is proportional to the length of the text, even if
   * the value has few members.
   */
  readonly textOf = (value: unknown): string => {
    const text = canonicalText(value);
    this.charge(text.length >> 1);
    return text;
  };
}

/**
 * Compiles a schema, or throws Ajv's error. References must stay inside the schema. `isAnnotated` is for schemas of
 * this library: it enables the annotation `x-problem`, which names the code of a problem.
 */
export function boundedSchema(schema: JsonObject, { isAnnotated = false } = {}): BoundedSchema {
  const budget = new StepBudget();
  const { $id: _id, $schema: _dialect, ...body } = schema;
  const validate = ajvWith(budget, isAnnotated).compile(withCosts(body));
  return {
    findings: (value, pointer) => {
      budget.used = 0;
      try {
        return validate(value) ? [] : findingsOf(validate.errors ?? [], value, pointer);
      } catch (stop) {
        // A RangeError is a stack overflow: the recursion of references is deeper than the nesting of the value.
        if (stop instanceof BudgetExceeded || stop instanceof RangeError)
          return [{ path: pointer, code: 'too_costly' }];
        throw stop;
      }
    },
    stepsUsed: () => budget.used,
  };
}

/** Creates one Ajv instance for each schema, because Ajv never releases a compiled schema. */
function ajvWith(budget: StepBudget, isAnnotated: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: isAnnotated,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    // Not optimized: optimization doubles the compile time, and the generated code usually runs only a few times.
    code: {
      optimize: false,
      regExp: Object.assign((pattern: string) => patternOf(pattern, budget, isAnnotated), { code: '' }),
    },
  });
  for (const name of FORMATS) ajv.addFormat(name, boundedFormat(name));
  for (const keyword of ['uniqueItems', 'enum', 'const']) ajv.removeKeyword(keyword);
  ajv.addKeyword(equalityKeyword('enum', budget));
  ajv.addKeyword(equalityKeyword('const', budget));
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: true,
    validate: uniqueItems(budget),
  });
  ajv.addKeyword({
    keyword: COST,
    schemaType: 'number',
    before: '$ref',
    code: (context) => {
      const visit = context.gen.scopeValue('func', { ref: budget.visit });
      context.gen.code(_`${visit}(${context.schema}, ${context.data}, ${new Name('vErrors')})`);
    },
  });
  return ajv;
}

/**
 * Up to this length the native engine matches the patterns of this library. They backtrack little over a short text,
 * and the native engine is ten times as fast.
 */
const MAX_NATIVE_CHARACTERS = 256;

function patternOf(
  source: string,
  budget: StepBudget,
  isTrusted: boolean,
): { test: (text: string) => boolean; toString: () => string } {
  const pattern = linearPattern(source);
  const native = isTrusted ? new RegExp(source, 'u') : null;
  return {
    test: (text) =>
      native !== null && text.length <= MAX_NATIVE_CHARACTERS ? native.test(text) : pattern.test(text, budget.charge),
    toString: () => `/${source}/u`,
  };
}

function boundedFormat(name: (typeof FORMATS)[number]): (text: string) => boolean {
  const format = ajvFormats.default.get(name);
  const check = typeof format === 'object' && 'validate' in format ? format.validate : format;
  return (text) => {
    if (text.length > MAX_FORMATTED_CHARACTERS) return false;
    if (check instanceof RegExp) return check.test(text);
    return typeof check === 'function' ? (check as (text: string) => boolean)(text) : true;
  };
}

/**
 * Implements `enum` or `const` by comparing JSON texts. Ajv's own comparison would call `valueOf` and `toString` of a
 * value that has members with these names.
 */
function equalityKeyword(keyword: 'enum' | 'const', budget: StepBudget): CodeKeywordDefinition {
  const param = keyword === 'enum' ? 'allowedValues' : 'allowedValue';
  const comparatorFor = (allowed: readonly unknown[]) => {
    const texts = new Set(allowed.map(canonicalText));
    return (value: unknown): boolean => texts.has(budget.textOf(value));
  };
  return {
    keyword,
    ...(keyword === 'enum' && { schemaType: 'array' as const }),
    error: { message: '', params: ({ schemaCode }) => _`{${new Name(param)}: ${schemaCode}}` },
    code: (context) => {
      const isAllowed = context.gen.scopeValue('func', {
        ref: comparatorFor(keyword === 'enum' ? (context.schema as readonly unknown[]) : [context.schema]),
      });
      context.fail(_`!${isAllowed}(${context.data})`);
    },
  };
}

/** Replaces Ajv's `uniqueItems`, which compares every pair of items. This implementation reads each item once. */
function uniqueItems(budget: StepBudget): SchemaValidateFunction {
  const validate: SchemaValidateFunction = (isRequired: boolean, items: readonly unknown[]): boolean => {
    if (!isRequired) return true;
    const first = new Map<string, number>();
    validate.errors = items.flatMap((item, index) => {
      const text = budget.textOf(item);
      const known = first.get(text);
      if (known === undefined) first.set(text, index);
      return known === undefined
        ? []
        : [{ keyword: 'uniqueItems', params: { index, first: known }, message: 'must be unique' }];
    });
    return validate.errors.length === 0;
  };
  return validate;
}

function withCosts(schema: JsonObject): JsonObject {
  return { ...mapSubschemas(schema, '', (subschema) => withCosts(subschema.schema)), [COST]: ownSize(schema) };
}

/**
 * The size of the part of a value that one keyword may read: the number of its members, or for a text its length in
 * blocks of 256 characters.
 */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + (value.length >> 8);
  if (Array.isArray(value)) return 1 + value.length;
  if (typeof value === 'object' && value !== null) return 1 + Object.keys(value).length;
  return 1;
}
