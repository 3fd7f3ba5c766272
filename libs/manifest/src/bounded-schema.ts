/**
 * Evaluates an untrusted JSON Schema on an untrusted value with bounded work. Each visit of a subschema, each step of
 * a pattern and each comparison is charged to one budget. The budget bounds recursive references, many alternatives
 * over long lists, backtracking patterns and long lists of errors.
 */
import type { Json } from '@kushk/contracts';
import { Place, Run } from './json-schema/run.js';
import { Schema } from './json-schema/schema.js';
import type { Finding } from './problem.js';
import { findingsOf } from './schema-findings.js';
import { BudgetExceeded, MAX_STEPS, StepBudget } from './step-budget.js';

/** A schema whose evaluation is bounded by a step budget. */
export interface BoundedSchema {
  /** The findings of a value. Each path is prefixed with `pointer`. */
  findings(value: unknown, pointer: string, options?: EvaluationOptions): Finding[];
  /** The number of steps of the last call of `findings`. Exceeds its budget by at most one charge. */
  stepsUsed(): number;
}

export interface EvaluationOptions {
  /** A reference to the subschema that applies (`#/properties/a`); the whole schema applies by default. */
  readonly at?: string;
  /** A budget that several values share; by default each value may use {@link MAX_STEPS}. */
  readonly budget?: StepBudget;
}

interface SchemaOptions {
  /** The schema is one of this library: the annotation `x-problem` names the code of a problem. */
  readonly isAnnotated?: boolean;
  /** `annotation`: no format is checked. */
  readonly formats?: 'assertion' | 'annotation';
  /** Other documents that references may name, by their URIs. Without them references must stay inside the schema. */
  readonly documents?: Readonly<Record<string, Json>>;
}

/** Prepares a schema that matches its metaschema. Evaluation throws for a reference that refers to nothing. */
export function boundedSchema(
  schema: Json,
  { isAnnotated = false, formats = 'assertion', documents = {} }: SchemaOptions = {},
): BoundedSchema {
  const prepared = new Schema(schema, {
    hasTrustedPatterns: isAnnotated,
    assertsFormats: formats === 'assertion',
    documents,
  });
  let stepsUsed = 0;
  return {
    findings: (value, pointer, { at, budget = new StepBudget(MAX_STEPS) } = {}) => {
      const before = budget.used;
      const run = new Run(budget, isAnnotated);
      try {
        const node = at === undefined ? prepared.root : prepared.at(at);
        return node.accepts(value, new Place(), run) ? [] : findingsOf(run.errors ?? [], value, pointer);
      } catch (stop) {
        if (stop instanceof BudgetExceeded) return [{ path: pointer, code: 'too_expensive' }];
        throw stop;
      } finally {
        stepsUsed = budget.used - before;
      }
    },
    stepsUsed: () => stepsUsed,
  };
}
