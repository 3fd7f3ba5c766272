/**
 * Running a JSON Schema that somebody else wrote, over a value that somebody else wrote, with bounded work. Recursive
 * references, wide choices over long lists, backtracking patterns and lists of a hundred thousand errors all end at
 * the same place: every look at a subschema, and every step of a pattern, is paid from one budget.
 */
import type { SchemaValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { _, Ajv2020, Name, type CodeKeywordDefinition, type ErrorObject } from 'ajv/dist/2020.js';
import type { JsonObject } from '@kushk/contracts';
import { canonicalText } from './json.js';
import { linearPattern } from './linear-pattern.js';
import { findingsOf } from './schema-findings.js';
import type { Finding } from './problem.js';
import { mapSubschemas, ownSize } from './schema-walk.js';

/** Work for one value, in looks at a keyword or steps of a pattern: some tenths of a second at most. */
const BUDGET = 10_000_000;
/** Errors held at once. More than are listed, because branches of a choice make errors that are then forgotten. */
const MAX_ERRORS = 20_000;
/** No date, address or identifier is longer; keeps the format checks cheap. */
const MAX_FORMATTED_CHARACTERS = 4_096;
const COST = 'x-cost';

/** Formats that are checked; any other is an annotation, as JSON Schema 2020-12 has it. */
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

/** A schema ready to be run. `pointer` stands before the paths of the findings. */
export interface BoundedSchema {
  findings(value: unknown, pointer: string): Finding[];
}

/** Thrown out of the generated code when the budget is spent. */
class Spent {}

class Budget {
  private left = BUDGET;

  refill(): void {
    this.left = BUDGET;
  }

  readonly spend = (steps: number): void => {
    this.left -= steps;
    if (this.left < 0) throw new Spent();
  };

  /** Called by the generated code before each look at a subschema, with the errors that it has gathered so far. */
  readonly look = (cost: number, value: unknown, errors: readonly ErrorObject[] | null): void => {
    this.spend(cost * sizeOf(value));
    if (errors !== null && errors.length > MAX_ERRORS) throw new Spent();
  };

  /** What a value is compared by. To write it takes as long as it is, however few members it has. */
  readonly textOf = (value: unknown): string => {
    const text = canonicalText(value);
    this.spend(text.length >> 1);
    return text;
  };
}

/**
 * Compiles a schema; throws Ajv's error where it cannot be compiled. References must stay inside the schema. Only of a
 * schema of ours are the annotations read that name codes of problems.
 */
export function boundedSchema(schema: JsonObject, { isAnnotated = false } = {}): BoundedSchema {
  const budget = new Budget();
  const { $id: _id, $schema: _dialect, ...body } = schema;
  const validate = ajvWith(budget, isAnnotated).compile(withCosts(body));
  return {
    findings: (value, pointer) => {
      budget.refill();
      try {
        return validate(value) ? [] : findingsOf(validate.errors ?? [], value, pointer);
      } catch (stop) {
        // A RangeError is the stack: a reference that goes down deeper than the value was allowed to be.
        if (stop instanceof Spent || stop instanceof RangeError) return [{ path: pointer, code: 'too_costly' }];
        throw stop;
      }
    },
  };
}

/** A new one for each schema: Ajv never forgets what it has compiled. */
function ajvWith(budget: Budget, isAnnotated: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: isAnnotated,
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    // Optimising costs twice the time of compiling, for code that mostly runs a few times.
    code: {
      optimize: false,
      regExp: Object.assign((pattern: string) => patternOf(pattern, budget, isAnnotated), { code: '' }),
    },
  });
  for (const name of FORMATS) ajv.addFormat(name, boundedFormat(name));
  for (const keyword of ['uniqueItems', 'enum', 'const']) ajv.removeKeyword(keyword);
  ajv.addKeyword(equalToOne('enum', 'array', 'allowedValues', budget));
  ajv.addKeyword(equalToOne('const', undefined, 'allowedValue', budget));
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
      const look = context.gen.scopeValue('func', { ref: budget.look });
      context.gen.code(_`${look}(${context.schema}, ${context.data}, ${new Name('vErrors')})`);
    },
  });
  return ajv;
}

/** Patterns of ours never backtrack far over a short text, so the native engine runs them there, ten times as fast. */
const MAX_NATIVE_CHARACTERS = 256;

function patternOf(
  source: string,
  budget: Budget,
  isOurs: boolean,
): { test: (text: string) => boolean; toString: () => string } {
  const pattern = linearPattern(source);
  const native = isOurs ? new RegExp(source, 'u') : null;
  return {
    test: (text) =>
      native !== null && text.length <= MAX_NATIVE_CHARACTERS ? native.test(text) : pattern.test(text, budget.spend),
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

/** `enum` or `const` by JSON alone: what Ajv compares by calls `valueOf` and `toString` of a value that has members of these names. */
function equalToOne(
  keyword: 'enum' | 'const',
  schemaType: 'array' | undefined,
  param: string,
  budget: Budget,
): CodeKeywordDefinition {
  const testFor = (allowed: readonly unknown[]) => {
    const texts = new Set(allowed.map(canonicalText));
    return (value: unknown): boolean => texts.has(budget.textOf(value));
  };
  return {
    keyword,
    ...(schemaType && { schemaType }),
    error: { message: '', params: ({ schemaCode }) => _`{${new Name(param)}: ${schemaCode}}` },
    code: (context) => {
      const isAllowed = context.gen.scopeValue('func', {
        ref: testFor(keyword === 'enum' ? (context.schema as readonly unknown[]) : [context.schema]),
      });
      context.fail(_`!${isAllowed}(${context.data})`);
    },
  };
}

/** Ajv compares every item with every other; this one looks at each item once. */
function uniqueItems(budget: Budget): SchemaValidateFunction {
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

/** How much of a value one keyword may look at: its members, or its text in blocks. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + (value.length >> 8);
  if (Array.isArray(value)) return 1 + value.length;
  if (typeof value === 'object' && value !== null) return 1 + Object.keys(value).length;
  return 1;
}
