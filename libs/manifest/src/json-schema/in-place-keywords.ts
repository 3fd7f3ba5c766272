/** Keywords that apply other schemas to the same value. */
import type { Json } from '@kushk/contracts';
import { Evaluated } from './evaluated.js';
import type { Keywords } from './keyword.js';
import type { Run } from './run.js';

export const inPlaceKeywords: Keywords = {
  $ref: (reference: string, context) => {
    const target = context.reference(reference);
    return (value, place, run) => target.accepts(value, place, run);
  },
  $dynamicRef: (reference: string, context) => {
    const target = context.dynamicReference(reference);
    return (value, place, run) => target.accepts(value, place, run);
  },
  allOf: (schemas: readonly Json[], context) => {
    const nodes = schemas.map((schema) => context.node(schema));
    return (value, place, run) => {
      let isValid = true;
      for (const node of nodes) {
        if (node.accepts(value, place, run)) continue;
        isValid = false;
        if (run.errors === null) break;
      }
      return isValid;
    };
  },
  anyOf: (schemas: readonly Json[], context) => {
    const nodes = schemas.map((schema) => context.node(schema));
    return (value, place, run) => {
      const outer = run.evaluated;
      const errors = run.errors?.length ?? 0;
      let isValid = false;
      for (const node of nodes) {
        run.evaluated = outer === null ? null : new Evaluated();
        const isBranchValid = node.accepts(value, place, run);
        if (isBranchValid) mergeInto(outer, run);
        isValid ||= isBranchValid;
        // The other branches matter only for what they evaluate.
        if (isValid && outer === null) break;
      }
      run.evaluated = outer;
      if (!isValid) return run.fail({ keyword: 'anyOf', schema: context.schema }, place);
      if (run.errors !== null) run.errors.length = errors;
      return true;
    };
  },
  oneOf: (schemas: readonly Json[], context) => {
    const nodes = schemas.map((schema) => context.node(schema));
    return (value, place, run) => {
      const outer = run.evaluated;
      const errors = run.errors?.length ?? 0;
      let valid = 0;
      for (const node of nodes) {
        run.evaluated = outer === null ? null : new Evaluated();
        if (!node.accepts(value, place, run)) continue;
        mergeInto(outer, run);
        valid += 1;
        if (valid > 1) break;
      }
      run.evaluated = outer;
      if (valid > 0 && run.errors !== null) run.errors.length = errors;
      return valid === 1 || run.fail({ keyword: 'oneOf', schema: context.schema }, place);
    };
  },
  not: (schema: Json, context) => {
    const node = context.node(schema);
    return (value, place, run) =>
      !run.isAccepted(node, value, { place, evaluated: null }) ||
      run.fail({ keyword: 'not', schema: context.schema }, place);
  },
  if: (schema: Json, context) => {
    const condition = context.node(schema);
    const branch = (keyword: string) =>
      context.schema[keyword] === undefined ? null : context.node(context.schema[keyword]);
    const [then, otherwise] = [branch('then'), branch('else')];
    return (value, place, run) => {
      const evaluated = run.evaluated === null ? null : new Evaluated();
      const holds = run.isAccepted(condition, value, { place, evaluated });
      // A condition that does not hold evaluates nothing.
      if (holds && evaluated !== null) run.charge(run.evaluated?.merge(evaluated) ?? 0);
      return (holds ? then : otherwise)?.accepts(value, place, run) ?? true;
    };
  },
};

function mergeInto(outer: Evaluated | null, run: Run): void {
  if (outer !== null && run.evaluated !== null) run.charge(outer.merge(run.evaluated));
}
