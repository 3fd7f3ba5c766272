import type { Json, JsonObject } from '@kushk/contracts';
import { boundedSchema } from './bounded-schema.js';
import { withDefaultsOf } from './defaults.js';
import { isObject } from './json.js';
import { pointerSegments, pointerTo, valueAt } from './pointer.js';
import type { Finding } from './problem.js';
import { referenceTarget } from './schema-references.js';
import { chargeCompilation } from './schema-check.js';
import { allSubschemas, mapSubschemas } from './schema-traversal.js';
import { BudgetExceeded, type StepBudget } from './step-budget.js';

/** More defaults than any form has. Further ones are not checked. */
const MAX_DEFAULTS = 1_000;
const MOVED = '/$defs/settings';

/**
 * The defaults of settings that their own schema rejects. An installation gets the defaults of the settings that the
 * admin leaves out, so it would be refused for a value that nobody has written. `settings` has no other findings.
 */
export function defaultFindings(settings: JsonObject, pointer: string, budget: StepBudget): Finding[] {
  const declared = allSubschemas(settings, '')
    .filter(({ schema, pointer: place }) => place !== '' && (schema['default'] ?? null) !== null)
    .slice(0, MAX_DEFAULTS);
  if (declared.length === 0) return [];
  // All defaults are checked in one evaluation, each against its own schema inside the schema of the settings.
  const { $id: _id, $schema: _dialect, ...moved } = withMovedReferences(settings);
  const together: JsonObject = {
    $defs: { settings: moved },
    properties: Object.fromEntries(declared.map((place, index) => [index, { $ref: fragment(MOVED + place.pointer) }])),
  };
  try {
    chargeCompilation(together, budget);
  } catch (stop) {
    if (stop instanceof BudgetExceeded) return [{ path: pointer, code: 'too_expensive' }];
    throw stop;
  }
  const values = declared.map(({ schema }) => filled(settings, schema));
  return boundedSchema(together, { maxSteps: budget.left })
    .findings(Object.fromEntries(values.entries()), '')
    .flatMap((finding): Finding[] => {
      const [index, ...inside] = pointerSegments(finding.path);
      const place = index === undefined ? undefined : declared[Number(index)];
      if (place === undefined) return [{ ...finding, path: pointer }];
      const isWritten = finding.code === 'required' || has(place.schema['default'], inside);
      const path = `${pointer}${place.pointer}/default`;
      return isWritten ? [{ ...finding, path: inside.reduce(pointerTo, path) }] : [];
    });
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

function withMovedReferences(schema: JsonObject): JsonObject {
  const copy = mapSubschemas(schema, '', (subschema) => withMovedReferences(subschema.schema));
  const target = typeof copy['$ref'] === 'string' ? referenceTarget(copy['$ref'], '') : null;
  return target === null ? copy : { ...copy, $ref: fragment(MOVED + target) };
}

/** A JSON Pointer as the fragment of a URI. */
function fragment(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}
