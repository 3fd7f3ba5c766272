/**
 * A request body, described once: the type of its values, the check of a request and the JSON Schema of the OpenAPI
 * documents come from the same fields. Unknown fields are refused, never dropped: a mistyped name must not silently
 * mean the default.
 */
import type { JsonObject, Problem } from '@kushk/contracts';
import { isObject, type Field, type JsonSchema } from './body-fields.js';
import { pointer, problemAt, problemTexts } from './field-problems.js';
import { Refused } from './refused.js';

type Fields = Readonly<Record<string, Field>>;
type Names<F extends Fields, IsOptional extends boolean> = {
  [Name in keyof F]: F[Name]['isOptional'] extends IsOptional ? Name : never;
}[keyof F];
type ValueOf<F extends Field> = F extends Field<infer Value> ? Value : never;
type Values<F extends Fields> = { readonly [Name in Names<F, false>]: ValueOf<F[Name]> } & {
  readonly [Name in Names<F, true>]?: ValueOf<F[Name]> | null;
};

export interface BodySchema<Body extends object = object> {
  /** JSON Schema 2020-12. */
  readonly schema: JsonObject;
  /**
   * Returns the body untouched, or throws `request.invalid` with all problems. No body counts as an empty one.
   */
  readonly read: (value: unknown) => Body;
  /** Adds the problems of a body that is a member of another one. */
  readonly check: (value: unknown, path: string, problems: Problem[]) => void;
}

/** The type of a body: `BodyOf<typeof PublisherBody>`. */
export type BodyOf<Schema> = Schema extends BodySchema<infer Body> ? Body : never;

/** Without a limit, a megabyte of unknown fields would cause a response of thirty megabytes of problems. */
const MAX_UNKNOWN_FIELDS = 100;

/**
 * Describes a body by its fields. `documented` replaces the schema in documents where a service validates the fields;
 * it has to name each of them.
 */
export function body<F extends Fields>(
  fields: F,
  documented?: { readonly properties: Readonly<Record<keyof F, JsonSchema>> } & JsonSchema,
): BodySchema<Values<F>> {
  const list = Object.entries(fields);
  const names = new Set(Object.keys(fields));
  const check = (value: unknown, path: string, problems: Problem[]): void => {
    if (!isObject.holds(value)) {
      problems.push(problemAt(path, isObject.text));
      return;
    }
    const given = value as Readonly<Record<string, unknown>>;
    checkNames(
      Object.keys(given).filter((name) => !names.has(name)),
      path,
      problems,
    );
    for (const [name, field] of list)
      checkField(
        field,
        { path: pointer(path, name), value: Object.hasOwn(given, name) ? given[name] : undefined },
        problems,
      );
  };
  return {
    schema: (documented ?? schemaOf(list)) as JsonObject,
    check,
    read: (value) => {
      const problems: Problem[] = [];
      const given = value === undefined ? {} : value;
      check(given, '', problems);
      if (problems.length > 0) throw Refused.with('request.invalid', { problems });
      return given as Values<F>;
    },
  };
}

/** A body as a field of another one. */
export function nested<Body extends object>({ schema, check }: BodySchema<Body>): Field<Body, false> {
  return { isOptional: false, schema, check };
}

function checkNames(unknown: readonly string[], path: string, problems: Problem[]): void {
  for (const name of unknown.slice(0, MAX_UNKNOWN_FIELDS))
    problems.push(problemAt(pointer(path, name), problemTexts.unknownField));
  if (unknown.length > MAX_UNKNOWN_FIELDS)
    problems.push(problemAt(path, problemTexts.moreUnknownFields(unknown.length - MAX_UNKNOWN_FIELDS)));
}

function checkField(
  { isOptional, check }: Field,
  { path, value }: { readonly path: string; readonly value: unknown },
  problems: Problem[],
): void {
  if (isOptional && (value === undefined || value === null)) return;
  if (value === undefined) problems.push(problemAt(path, problemTexts.required));
  else check(value, path, problems);
}

function schemaOf(fields: readonly (readonly [string, Field])[]): JsonSchema {
  const required = fields.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}
