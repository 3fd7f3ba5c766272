/** What `plugin test` sends to a plugin: arguments that match a tool's `input_schema`, and settings. */
import type { JsonObject } from '@kushk/contracts';
import { validateAgainst, type Manifest } from '@kushk/manifest';
import { exampleOf } from '../schema-example/example-value.js';
import { firstSettings } from '../schema-example/first-settings.js';

/** All properties, or only the required ones if all do not match the schema. */
export function argumentsFor(schema: JsonObject): JsonObject {
  const ofObject: JsonObject = { ...schema, type: 'object' };
  const candidates = [true, false].map((withOptional) => exampleOf(ofObject, schema, { withOptional }));
  const found = candidates.find((value) => value !== undefined && validateAgainst(schema, value).length === 0);
  return (found ?? {}) as JsonObject;
}

/** The default settings, with example values for required ones that have no default. */
export function settingsFor(manifest: Pick<Manifest, 'settings'>): JsonObject {
  return firstSettings(manifest).settings;
}
