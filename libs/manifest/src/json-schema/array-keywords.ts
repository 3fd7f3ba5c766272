/** Keywords about the items of lists. */
import type { Json } from '@kushk/contracts';
import { listOf } from '../json.js';
import type { Check, Keywords } from './keyword.js';
import { Place, type Run, type SchemaNode } from './run.js';

type List = readonly unknown[];

export const arrayKeywords: Keywords<List> = {
  minItems:
    (limit: number, { schema }) =>
    (items, place, run) =>
      items.length >= limit || run.fail({ keyword: 'minItems', schema, params: { limit } }, place),
  maxItems:
    (limit: number, { schema }) =>
    (items, place, run) =>
      items.length <= limit || run.fail({ keyword: 'maxItems', schema, params: { limit } }, place),
  uniqueItems: (isRequired: boolean, { schema }) => {
    if (!isRequired) return null;
    return (items, place, run) => {
      const firstOf = new Map<string, number>();
      let isValid = true;
      items.forEach((item, index) => {
        const text = run.textOf(item);
        const first = firstOf.get(text);
        if (first === undefined) firstOf.set(text, index);
        else isValid = run.fail({ keyword: 'uniqueItems', schema, params: { index, first } }, place);
      });
      return isValid;
    };
  },
  prefixItems: (schemas: readonly Json[], context) => {
    const nodes = schemas.map((schema) => context.node(schema));
    return (items, place, run) => {
      run.charge(Math.min(nodes.length, items.length));
      run.evaluated?.addItems(nodes.length);
      let isValid = true;
      for (const [index, node] of nodes.entries()) {
        if (index >= items.length) break;
        if (!run.acceptsInside(node, items[index], new Place(place, index))) isValid = false;
      }
      return isValid;
    };
  },
  items: (schema: Json, context) => {
    const first = listOf(context.schema['prefixItems']).length;
    const rest = restOf(schema, context.node(schema), { keyword: 'items', schema: context.schema });
    return (items, place, run) => rest(items, place, { run, isExempt: (index) => index < first });
  },
  contains: (schema: Json, context) => {
    const node = context.node(schema);
    const { minContains = 1, maxContains = null } = context.schema as {
      readonly minContains?: number;
      readonly maxContains?: number;
    };
    return (items, place, run) => {
      const count = countMatches(node, items, { place, run });
      if (count >= minContains && (maxContains === null || count <= maxContains)) return true;
      return run.fail(
        { keyword: 'contains', schema: context.schema, params: { count, minContains, maxContains } },
        place,
      );
    };
  },
};

export const unevaluatedArrayKeywords: Keywords<List> = {
  unevaluatedItems: (schema: Json, context): Check<List> => {
    const rest = restOf(schema, context.node(schema), { keyword: 'unevaluatedItems', schema: context.schema });
    return (items, place, run) =>
      rest(items, place, { run, isExempt: (index) => run.evaluated?.hasItem(index) === true });
  },
};

/** Counts the items that match, and marks them as evaluated. */
function countMatches(
  node: SchemaNode,
  items: List,
  { place, run }: { readonly place: Place; readonly run: Run },
): number {
  run.charge(items.length);
  let count = 0;
  items.forEach((item, index) => {
    if (!run.isAccepted(node, item, { place: new Place(place, index), evaluated: null })) return;
    count += 1;
    run.evaluated?.addItem(index);
  });
  return count;
}

interface RestOptions {
  readonly run: Run;
  readonly isExempt: (index: number) => boolean;
}

/** Checks the items that no other keyword describes. `false` only limits their number. */
function restOf(schema: Json, node: SchemaNode, error: Parameters<Run['fail']>[0]) {
  return (items: List, place: Place, { run, isExempt }: RestOptions): boolean => {
    run.charge(items.length);
    let isValid = true;
    for (const [index, item] of items.entries()) {
      if (isExempt(index)) continue;
      const isItemValid =
        schema === false
          ? run.fail({ ...error, params: { limit: index } }, place)
          : run.acceptsInside(node, item, new Place(place, index));
      if (!isItemValid) isValid = false;
      if (!isValid && (schema === false || run.errors === null)) break;
    }
    run.evaluated?.addItems(items.length);
    return isValid;
  };
}
