import type { Json, JsonObject } from '@kushk/contracts';
import { boundedSchema } from './bounded-schema.js';
import { declaredDefault, withDefaultsOf } from './defaults.js';
import { isObject } from './json.js';
import { fragmentOf, pointerSegments, pointerTo, valueAt } from './pointer.js';
import type { Finding } from './problem.js';
import { allSubschemas } from './schema-traversal.js';
import type { StepBudget } from './step-budget.js';

/** More defaults than any form has. Further ones are not checked. */
const MAX_DEFAULTS = 1_000;

/**
 * The defaults of settings that their own schema rejects. An installation gets the defaults of the settings that the
 * admin leaves out, so it would be refused for a value that nobody has written. `settings` has no other findings.
 */
export function defaultFindings(settings: JsonObject, pointer: string, budget: StepBudget): Finding[] {
  const schema = boundedSchema(settings);
  const declared = allSubschemas(settings, '').filter(
    ({ schema: part, pointer: place }) => place !== '' && declaredDefault(part) !== undefined,
  );
  const found: Finding[] = [];
  for (const { schema: part, pointer: place } of declared.slice(0, MAX_DEFAULTS)) {
    const path = `${pointer}${place}/default`;
    for (const finding of schema.findings(filled(settings, part), '', { at: fragmentOf(place), budget })) {
      const inside = pointerSegments(finding.path);
      const isWritten = finding.code === 'required' || has(part['default'], inside);
      if (isWritten) found.push({ ...finding, path: inside.reduce(pointerTo, path) });
    }
    if (budget.isSpent) return [...found, { path: pointer, code: 'too_expensive' }];
  }
  return found;
}

/** Whether the default itself has this value. The default of a member has its own finding. */
function has(value: unknown, segments: readonly string[]): boolean {
  return valueAt(value, segments.reduce(pointerTo, '')) !== undefined;
}

/** The default as an installation gets it: with the defaults of its own members. */
function filled(settings: JsonObject, schema: JsonObject): Json {
  const value = schema['default'] as Json;
  return isObject(value) ? withDefaultsOf(schema, value, settings) : value;
}
