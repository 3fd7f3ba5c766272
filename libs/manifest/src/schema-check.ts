/**
 * Checks whether a JSON Schema of a plugin can be used: JSON Schema 2020-12, self-contained, of bounded size, with
 * patterns that run in linear time. A schema that fails these checks is never evaluated.
 */
import type { JsonObject } from '@kushk/contracts';
import { boundedSchema, type BoundedSchema } from './bounded-schema.js';
import { DIALECT, metaschema, metaschemas } from './json-schema/metaschemas.js';
import { draftFindings, isDraft07 } from './older-drafts.js';
import { isObject } from './json.js';
import { linearPattern, MAX_STATES, UnsupportedPattern } from './linear-pattern.js';
import { pointerTo } from './pointer.js';
import { problemOf, type Finding, type Hint } from './problem.js';
import { requiredNameFindings } from './required-names.js';
import { misspeltKeywords } from './schema-keywords.js';
import { LocalReferences } from './schema-references.js';
import { allSubschemas, type Subschema } from './schema-traversal.js';
import { MAX_STEPS, StepBudget } from './step-budget.js';

const MAX_SCHEMA_CHARACTERS = 65_536;
const MAX_SUBSCHEMAS = 1_000;
/** The maximum number of subschemas in all schemas of one manifest. */
export const MAX_SUBSCHEMAS_TOGETHER = 2_000;

/** The steps of the checks of one subschema, and of compiling one state of a pattern. */
const SUBSCHEMA_STEPS = 200;
const STATE_STEPS = 20;

/** Keywords through which other documents or run-time data could change the meaning of a schema. */
const UNSUPPORTED = [
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  '$async',
  '$data',
];
/** Keywords that are allowed only at the root, where they do not affect references. */
const ROOT_ONLY = ['$id', '$schema'];

/** The reasons why `schema`, which must describe an object, cannot be used. `pointer` is its place in the manifest. */
export function schemaFindings(schema: JsonObject, pointer: string, budget = new StepBudget(MAX_STEPS)): Finding[] {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    return [tooLarge(pointer, MAX_SCHEMA_CHARACTERS, 'characters')];
  const all = allSubschemas(schema, pointer);
  if (all.length > MAX_SUBSCHEMAS) return [tooManySubschemas(pointer, MAX_SUBSCHEMAS)];
  budget.charge(all.length * SUBSCHEMA_STEPS);
  const references = new LocalReferences(schema, pointer, all);
  const byPointer = new Map(all.map((subschema) => [subschema.pointer, subschema]));
  const found = [
    ...dialectFindings(schema, pointer),
    ...all.flatMap((subschema) => [
      ...keywordFindings(subschema, pointer),
      ...draftFindings(subschema, isDraft07(schema)),
      ...refFindings(subschema, references, byPointer),
      ...patternFindings(subschema, budget),
    ]),
  ];
  if (found.length > 0) return found;
  const loop = loopFinding(all, references, byPointer);
  if (loop !== null) return [loop];
  const invalid = metaschemaFindings(schema, pointer, budget);
  if (invalid.length > 0) return invalid;
  return [
    ...all.flatMap(emptyChoice),
    ...misspeltKeywords(all, budget),
    ...requiredNameFindings(all, references, budget),
    ...objectFinding(schema, pointer),
  ];
}

/** The number of subschemas of a schema, including the schema itself. */
export function countSubschemas(schema: JsonObject): number {
  return allSubschemas(schema, '').length;
}

export function tooManySubschemas(path: string, limit: number): Finding {
  return tooLarge(path, limit, 'subschemas');
}

function tooLarge(path: string, limit: number, unit: string): Finding {
  return { path, code: 'schema_too_large', params: { limit, unit } };
}

function dialectFindings(schema: JsonObject, pointer: string): Finding[] {
  const dialect = schema['$schema'];
  if (dialect === undefined || dialect === DIALECT || dialect === `${DIALECT}#` || isDraft07(schema)) return [];
  return [{ path: pointerTo(pointer, '$schema'), code: 'schema_dialect' }];
}

function keywordFindings({ schema, pointer }: Subschema, root: string): Finding[] {
  const refused = pointer === root ? UNSUPPORTED : [...UNSUPPORTED, ...ROOT_ONLY];
  return refused
    .filter((keyword) => Object.hasOwn(schema, keyword))
    .map((keyword) => ({ path: pointerTo(pointer, keyword), code: 'schema_keyword_unsupported' as const }));
}

function refFindings(
  { schema, pointer }: Subschema,
  references: LocalReferences,
  byPointer: ReadonlyMap<string, Subschema>,
): Finding[] {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return [];
  const path = pointerTo(pointer, '$ref');
  const target = references.targetOf(schema);
  if (target === null) return [{ path, code: 'schema_ref_remote' }];
  return byPointer.has(target) ? [] : [{ path, code: 'schema_ref_missing', params: { target: reference } }];
}

function patternFindings({ schema, pointer }: Subschema, budget: StepBudget): Finding[] {
  const own =
    typeof schema['pattern'] === 'string' ? [[schema['pattern'], pointerTo(pointer, 'pattern')] as const] : [];
  const keys = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  const named = keys.map((key) => [key, pointerTo(`${pointer}/patternProperties`, key)] as const);
  return [...own, ...named].flatMap(([pattern, path]) => {
    const problem = problemOfPattern(pattern, budget);
    return problem === null ? [] : [{ path, code: 'schema_pattern' as const, ...problem }];
  });
}

const CORRECT_SYNTAX: Hint = {
  en: 'the syntax is that of JavaScript with the flag u: close every [, ( and {, and write \\ before one that is meant as a character',
  fa: 'قواعد همان قواعد JavaScript با پرچم u است: هر کروشه، پرانتز و آکولاد باز را ببندید و پیش از آن‌که خود نویسه منظور است \\ بگذارید',
};

/** Why a pattern cannot be used; null for one that can. */
function problemOfPattern(pattern: string, budget: StepBudget): Pick<Finding, 'params' | 'hint'> | null {
  try {
    budget.charge(linearPattern(pattern).size * STATE_STEPS);
    return null;
  } catch (error) {
    if (!(error instanceof UnsupportedPattern)) throw error;
    // Of a pattern that is well-formed, all states up to the limit may have been compiled.
    budget.charge(error.isMalformed ? pattern.length : MAX_STATES * STATE_STEPS);
    const params = { reason: error.reason };
    return error.isMalformed ? { params, hint: CORRECT_SYNTAX } : { params };
  }
}

/**
 * Finds a reference that leads back to itself for the same value: its evaluation would never end. A recursive
 * reference that applies to a child of the value is no problem, because it ends at the leaves of the value.
 */
function loopFinding(
  all: readonly Subschema[],
  references: LocalReferences,
  byPointer: ReadonlyMap<string, Subschema>,
): Finding | null {
  if (all.every(({ schema }) => schema['$ref'] === undefined)) return null;
  const done = new Set<string>();
  const open = new Set<string>();
  const loopFrom = (pointer: string): string | null => {
    if (open.has(pointer)) return pointer;
    if (done.has(pointer)) return null;
    open.add(pointer);
    for (const next of references.appliedToSameValue(byPointer.get(pointer))) {
      const loop = loopFrom(next);
      if (loop !== null) return loop;
    }
    open.delete(pointer);
    done.add(pointer);
    return null;
  };
  for (const { pointer } of all) {
    const loop = loopFrom(pointer);
    if (loop !== null) return { path: loop, code: 'schema_ref_loop' };
  }
  return null;
}

const prepared: { metaschema?: BoundedSchema } = {};

/** The first mistake of a schema itself, such as a `type` that does not exist. */
function metaschemaFindings(schema: JsonObject, pointer: string, budget: StepBudget): Finding[] {
  prepared.metaschema ??= boundedSchema(metaschema, { documents: metaschemas, formats: 'annotation' });
  const [first] = prepared.metaschema.findings(schema, pointer, { budget });
  if (first === undefined || first.code === 'too_expensive') return first === undefined ? [] : [first];
  if (first.code === 'value_unknown') return [{ ...first, code: 'schema_value_unknown' }];
  const { message, message_fa } = problemOf('instance', first);
  return [{ path: first.path, code: 'schema_invalid', params: { reason: { en: message, fa: message_fa } } }];
}

const NO_VALUE: Hint = { en: 'must have at least one value', fa: 'باید دست‌کم یک مقدار داشته باشد' };

/** The metaschema allows an empty `enum`, which no value can match. */
function emptyChoice({ schema, pointer }: Subschema): Finding[] {
  const choices = schema['enum'];
  return Array.isArray(choices) && choices.length === 0
    ? [{ path: pointerTo(pointer, 'enum'), code: 'schema_invalid', params: { reason: NO_VALUE } }]
    : [];
}

function objectFinding(schema: JsonObject, pointer: string): Finding[] {
  const type = schema['type'];
  if (type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'))) return [];
  return [{ path: pointerTo(pointer, 'type'), code: 'schema_not_object' }];
}
