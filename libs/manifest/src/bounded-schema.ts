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
import { BudgetExceeded, MAX_STEPS, StepBudget } from './step-budget.js';

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

/** What a keyword costs beyond its size, in steps of one visit. The calibration in the spec measures it. */
const KEYWORD_STEPS: Readonly<Record<string, number>> = {
  multipleOf: 6,
  oneOf: 6,
  anyOf: 3,
  propertyNames: 6,
  patternProperties: 6,
  contains: 3,
  uniqueItems: 3,
};
/** What the comparison of a value costs beside reading its text. */
const TEXT_STEPS = 8;
/** What the check of a format costs beside its characters. An invalid `regex` throws an error with its stack. */
const FORMAT_STEPS: Readonly<Record<string, number>> = { regex: 600 };
const OTHER_FORMAT_STEPS = 24;

/** A compiled schema whose evaluation is bounded by a step budget. */
export interface BoundedSchema {
  /** The findings of a value. Each path is prefixed with `pointer`. */
  findings(value: unknown, pointer: string): Finding[];
  /** The number of steps of the last call of `findings`. Exceeds {@link MAX_STEPS} by at most one charge. */
  stepsUsed(): number;
}

/** The budget of one value. The code that Ajv generates spends it. */
class ValueBudget {
  private readonly steps: StepBudget;
  private sizes = new WeakMap<object, number>();

  constructor(maxSteps: number) {
    this.steps = new StepBudget(maxSteps);
  }

  get used(): number {
    return this.steps.used;
  }

  readonly charge = (steps: number): void => this.steps.charge(steps);

  reset(): void {
    this.steps.reset();
    this.sizes = new WeakMap();
  }

  /** The generated code calls this before each subschema, with the errors collected so far. */
  readonly visit = ([fixed, perSize, lengths]: Cost, value: unknown, errors: readonly ErrorObject[] | null): void => {
    this.charge(fixed + perSize * this.sizeOf(value));
    if (typeof value === 'string') this.charge((lengths * value.length) >> 3);
    if (errors !== null && errors.length > MAX_COLLECTED_ERRORS) throw new BudgetExceeded();
  };

  /**
   * Converts a value to the text that comparisons use. The charge is proportional to the length of the text, even if
   * the value has few members.
   */
  readonly textOf = (value: unknown): string => {
    const text = canonicalText(value);
    this.charge(TEXT_STEPS + text.length);
    return text;
  };

  /**
   * The size of the part of a value that one keyword may read: the number of its members with the blocks of 64
   * characters of their names. The names of an object are read once, because a schema may visit it a million times.
   */
  private sizeOf(value: unknown): number {
    if (Array.isArray(value)) return 1 + value.length;
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.sizes.get(value);
    if (known !== undefined) return known;
    const size = Object.keys(value).reduce((sum, name) => sum + 1 + (name.length >> 6), 1);
    this.sizes.set(value, size);
    return size;
  }
}

/**
 * Compiles a schema, or throws Ajv's error. References must stay inside the schema. `isAnnotated` is for schemas of
 * this library: it enables the annotation `x-problem`, which names the code of a problem.
 */
export function boundedSchema(schema: JsonObject, { isAnnotated = false, maxSteps = MAX_STEPS } = {}): BoundedSchema {
  const budget = new ValueBudget(maxSteps);
  const { $id: _id, $schema: _dialect, ...body } = schema;
  const validate = ajvWith(budget, isAnnotated).compile(withCosts(body));
  return {
    findings: (value, pointer) => {
      budget.reset();
      try {
        return validate(value) ? [] : findingsOf(validate.errors ?? [], value, pointer);
      } catch (stop) {
        // A RangeError is a stack overflow: the recursion of references is deeper than the nesting of the value.
        if (stop instanceof BudgetExceeded || stop instanceof RangeError)
          return [{ path: pointer, code: 'too_expensive' }];
        throw stop;
      }
    },
    stepsUsed: () => budget.used,
  };
}

/** Creates one Ajv instance for each schema, because Ajv never releases a compiled schema. */
function ajvWith(budget: ValueBudget, isAnnotated: boolean): Ajv2020 {
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
  for (const name of FORMATS) ajv.addFormat(name, boundedFormat(name, budget));
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
    schemaType: 'array',
    before: '$ref',
    code: (context) => {
      const visit = context.gen.scopeValue('func', { ref: budget.visit });
      const [fixed, perSize, lengths] = context.schema as Cost;
      const cost = _`[${fixed}, ${perSize}, ${lengths}]`;
      context.gen.code(_`${visit}(${cost}, ${context.data}, ${new Name('vErrors')})`);
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
  budget: ValueBudget,
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

function boundedFormat(name: (typeof FORMATS)[number], budget: ValueBudget): (text: string) => boolean {
  const format = ajvFormats.default.get(name);
  const check = typeof format === 'object' && 'validate' in format ? format.validate : format;
  return (text) => {
    if (text.length > MAX_FORMATTED_CHARACTERS) return false;
    budget.charge((FORMAT_STEPS[name] ?? OTHER_FORMAT_STEPS) + text.length);
    if (check instanceof RegExp) return check.test(text);
    return typeof check === 'function' ? (check as (text: string) => boolean)(text) : true;
  };
}

/**
 * Implements `enum` or `const` by comparing JSON texts. Ajv's own comparison would call `valueOf` and `toString` of a
 * value that has members with these names.
 */
function equalityKeyword(keyword: 'enum' | 'const', budget: ValueBudget): CodeKeywordDefinition {
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
function uniqueItems(budget: ValueBudget): SchemaValidateFunction {
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
  return { ...mapSubschemas(schema, '', (subschema) => withCosts(subschema.schema)), [COST]: costOf(schema) };
}

/** What one visit of a subschema costs: at all, for each member of the value, and for each 8 characters of a text. */
type Cost = readonly [fixed: number, perSize: number, lengths: number];

function costOf(schema: JsonObject): Cost {
  const keywords = Object.keys(schema);
  const lengths = keywords.filter((keyword) => keyword === 'minLength' || keyword === 'maxLength').length;
  const fixed = keywords.reduce((sum, keyword) => sum + (KEYWORD_STEPS[keyword] ?? 0), 0);
  return [fixed, ownSize(schema), lengths];
}
