/** Keywords about the members of objects. */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from '../json.js';
import type { Check, KeywordContext, Keywords } from './keyword.js';
import { Place } from './run.js';

type Schemas = Readonly<Record<string, Json>>;

const dependentRequired = (
  dependencies: Readonly<Record<string, readonly string[]>>,
  { schema }: KeywordContext,
): Check<JsonObject> => {
  const demands = Object.entries(dependencies).flatMap(([name, names]) => names.map((needed) => ({ name, needed })));
  return (value, place, run) => {
    run.charge(demands.length);
    let isValid = true;
    for (const { name, needed } of demands)
      if (Object.hasOwn(value, name) && !Object.hasOwn(value, needed))
        isValid = run.fail({ keyword: 'dependentRequired', schema, params: { missingProperty: needed } }, place);
    return isValid;
  };
};

const dependentSchemas = (schemas: Schemas, context: KeywordContext): Check<JsonObject> => {
  const nodes = Object.entries(schemas).map(([name, schema]) => [name, context.node(schema)] as const);
  return (value, place, run) => {
    run.charge(nodes.length);
    let isValid = true;
    for (const [name, node] of nodes)
      if (Object.hasOwn(value, name) && !node.accepts(value, place, run)) isValid = false;
    return isValid;
  };
};

export const objectKeywords: Keywords<JsonObject> = {
  required:
    (names: readonly string[], { schema }) =>
    (value, place, run) => {
      run.charge(names.length);
      let isValid = true;
      for (const name of names)
        if (!Object.hasOwn(value, name))
          isValid = run.fail({ keyword: 'required', schema, params: { missingProperty: name } }, place);
      return isValid;
    },
  dependentRequired,
  dependentSchemas,
  // The keyword of older drafts, which those two replace.
  dependencies: (dependencies: Readonly<Record<string, Json>>, context) => {
    const entries = Object.entries(dependencies);
    const names = entries.filter(([, value]) => Array.isArray(value));
    const checks = [
      dependentRequired(Object.fromEntries(names) as Readonly<Record<string, readonly string[]>>, context),
      dependentSchemas(Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value))), context),
    ];
    return (value, place, run) => checks.map((check) => check(value, place, run)).every(Boolean);
  },
  minProperties:
    (limit: number, { schema }) =>
    (value, place, run) =>
      run.namesOf(value).length >= limit || run.fail({ keyword: 'minProperties', schema, params: { limit } }, place),
  maxProperties:
    (limit: number, { schema }) =>
    (value, place, run) =>
      run.namesOf(value).length <= limit || run.fail({ keyword: 'maxProperties', schema, params: { limit } }, place),
  propertyNames: (schema: Json, context) => {
    const node = context.node(schema);
    return (value, place, run) => {
      const names = run.namesOf(value);
      run.charge(names.length);
      let isValid = true;
      for (const name of names) {
        run.propertyName = name;
        if (!run.acceptsInside(node, name, place)) isValid = false;
      }
      run.propertyName = undefined;
      return isValid;
    };
  },
  properties: (schemas: Schemas, context) => {
    const nodes = Object.entries(schemas).map(([name, schema]) => [name, context.node(schema)] as const);
    return (value, place, run) => {
      run.charge(nodes.length);
      let isValid = true;
      for (const [name, node] of nodes) {
        if (!Object.hasOwn(value, name)) continue;
        run.evaluated?.addName(name);
        if (!run.acceptsInside(node, value[name], new Place(place, name))) isValid = false;
      }
      return isValid;
    };
  },
  patternProperties: (schemas: Schemas, context) => {
    const patterns = Object.entries(schemas).map(
      ([source, schema]) => [context.pattern(source), context.node(schema)] as const,
    );
    return (value, place, run) => {
      const names = run.namesOf(value);
      run.charge(names.length);
      let isValid = true;
      for (const name of names)
        for (const [matches, node] of patterns) {
          if (!matches(name, run)) continue;
          run.evaluated?.addName(name);
          if (!run.acceptsInside(node, value[name], new Place(place, name))) isValid = false;
        }
      return isValid;
    };
  },
  additionalProperties: (schema: Json, context) => {
    const { properties, patternProperties } = context.schema;
    const declared = isObject(properties) ? properties : {};
    const patterns = Object.keys(isObject(patternProperties) ? patternProperties : {}).map((source) =>
      context.pattern(source),
    );
    const rest = membersOf(schema, context.node(schema), {
      keyword: 'additionalProperties',
      param: 'additionalProperty',
      schema: context.schema,
    });
    return (value, place, run) => {
      const isNamed = (name: string): boolean =>
        Object.hasOwn(declared, name) || patterns.some((matches) => matches(name, run));
      return rest(value, place, { run, isExempt: isNamed });
    };
  },
};

export const unevaluatedObjectKeywords: Keywords<JsonObject> = {
  unevaluatedProperties: (schema: Json, context): Check<JsonObject> => {
    const rest = membersOf(schema, context.node(schema), {
      keyword: 'unevaluatedProperties',
      param: 'unevaluatedProperty',
      schema: context.schema,
    });
    return (value, place, run) =>
      rest(value, place, { run, isExempt: (name) => run.evaluated?.hasName(name) === true });
  },
};

interface RestOptions {
  readonly run: Parameters<Check>[2];
  readonly isExempt: (name: string) => boolean;
}

/** Checks the members that no other keyword names. A member that `false` refuses is an unknown field. */
function membersOf(
  schema: Json,
  node: { accepts: (value: unknown, place: Place, run: RestOptions['run']) => boolean },
  error: { readonly keyword: string; readonly param: string; readonly schema: JsonObject },
) {
  return (value: JsonObject, place: Place, { run, isExempt }: RestOptions): boolean => {
    const names = run.namesOf(value);
    run.charge(2 * names.length);
    let isValid = true;
    for (const name of names) {
      if (isExempt(name)) continue;
      const isMemberValid =
        schema === false
          ? run.fail({ ...error, params: { [error.param]: name } }, place)
          : run.acceptsInside(node, value[name], new Place(place, name));
      if (!isMemberValid) isValid = false;
      if (!isValid && run.errors === null) break;
    }
    run.evaluated?.addAllNames();
    return isValid;
  };
}
