import type { Json, JsonObject } from '@kushk/contracts';
import { boundedSchema } from './bounded-schema.js';
import { declaredDefault } from './defaults.js';
import { listOf } from './json.js';
import { fragmentOf, pointerTo } from './pointer.js';
import { problemOf, type Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';
import type { StepBudget } from './step-budget.js';

/** More examples than any form or model reads. Further ones are not checked. */
const MAX_EXAMPLES = 1_000;

/** A value that a schema shows, with its path in the manifest, and the pointer of the schema that shows it. */
interface Shown {
  readonly path: string;
  readonly value: Json;
  readonly at: string;
}

/**
 * The `examples`, and with `withDefaults` the `default`s, that their own schema rejects. Nothing applies them, so they
 * are advice: people and models copy them. `schema` has no other findings. The defaults of settings are applied:
 * default-findings.ts checks them.
 */
export function exampleFindings(
  schema: JsonObject,
  pointer: string,
  { budget, withDefaults }: { readonly budget: StepBudget; readonly withDefaults: boolean },
): Finding[] {
  const shown = allSubschemas(schema, '').flatMap(({ schema: part, pointer: at }): Shown[] => {
    const value = withDefaults ? declaredDefault(part) : undefined;
    const examples = listOf(part['examples']) as readonly Json[];
    return [
      ...(value === undefined ? [] : [{ path: `${pointer}${at}/default`, value, at }]),
      ...examples.map((example, index) => ({ path: pointerTo(`${pointer}${at}/examples`, index), value: example, at })),
    ];
  });
  if (shown.length === 0) return [];
  const prepared = boundedSchema(schema);
  return shown.slice(0, MAX_EXAMPLES).flatMap(({ path, value, at }): Finding[] => {
    const [finding] = prepared.findings(value, '', { at: fragmentOf(at), budget });
    if (finding === undefined) return [];
    const { message, message_fa } = problemOf('instance', finding);
    const inside = finding.path === '' ? '' : `${finding.path} `;
    const reason = { en: `${inside}${message}`, fa: `${inside}${message_fa}` };
    return [{ path, code: 'example_invalid', params: { reason } }];
  });
}
