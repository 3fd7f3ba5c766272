/** Arguments that match a tool's `input_schema`: the examples of the schema, or simple values. */
import type { JsonObject } from '@kushk/contracts';
import { checkSettings, validateAgainst, withDefaults, type Manifest } from '@kushk/manifest';

const MAX_DEPTH = 6;
type Schema = Readonly<Record<string, unknown>>;

/** All properties, or only the required ones if all do not match the schema. */
export function argumentsFor(schema: JsonObject): JsonObject {
  const candidates = [objectOf(schema, true, 0), objectOf(schema, false, 0), {}] as JsonObject[];
  return candidates.find((value) => validateAgainst(schema, value).length === 0) ?? candidates[0] ?? {};
}

/** The default settings, with simple values for required ones that have no default. */
export function settingsFor(manifest: Pick<Manifest, 'settings'>): JsonObject {
  const { settings: schema } = manifest;
  if (schema === undefined) return {};
  const defaults = withDefaults(schema, {});
  if (checkSettings(manifest, defaults).length === 0) return defaults;
  return { ...(objectOf(schema, false, 0) as JsonObject), ...defaults };
}

/** Names of the settings in `settingsFor` that have no default. */
export function filledSettings(manifest: Pick<Manifest, 'settings'>): readonly string[] {
  const defaults = manifest.settings === undefined ? {} : withDefaults(manifest.settings, {});
  return Object.keys(settingsFor(manifest)).filter((name) => !Object.hasOwn(defaults, name));
}

function objectOf(schema: Schema, withOptional: boolean, depth: number): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : [];
  const names = Object.keys(properties).filter((name) => withOptional || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name] ?? {}, withOptional, depth + 1)]));
}

function valueOf(schema: Schema, withOptional: boolean, depth: number): unknown {
  const { examples, default: given, const: fixed, enum: choices, type } = schema;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (given !== undefined) return given;
  if (fixed !== undefined) return fixed;
  if (Array.isArray(choices)) return choices[0];
  switch (Array.isArray(type) ? (type as readonly unknown[])[0] : type) {
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const count = Math.min(Number(schema['minItems'] ?? 0), 100);
      return depth > MAX_DEPTH
        ? []
        : Array.from({ length: count }, () => valueOf((schema['items'] ?? {}) as Schema, withOptional, depth + 1));
    }
    case 'object':
      return depth > MAX_DEPTH ? {} : objectOf(schema, withOptional, depth);
    default:
      return textOf(schema);
  }
}

function textOf({ format, minLength, maxLength }: Schema): string {
  if (format === 'date') return '2026-11-20';
  if (format === 'date-time') return '2026-11-20T10:00:00Z';
  return 'kushk-test'.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 200));
}
