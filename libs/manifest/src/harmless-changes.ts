/**
 * The differences between two versions that leave an admin's consent valid (docs/reference/manifest.md). The list is
 * of what is harmless, so that a difference that it does not name needs consent.
 */
import type { CapabilityDiff, JsonObject } from '@kushk/contracts';
import { isObject, listOf, sameJson } from './json.js';
import type { Manifest } from './manifest.js';
import { rateMicroMu } from './plans.js';
import { pointerSegments } from './pointer.js';
import { mapSubschemas } from './schema-traversal.js';
import { mayHoldSecret } from './secrets.js';

export type Change = CapabilityDiff['changes'][number];

/** What an update means depends on the plan that an installation has: only its rates can be charged. */
type IsActivePlan = (key: string) => boolean;

/** Whether an installation may follow this change by itself. */
export function isHarmless(change: Change, isActivePlan: IsActivePlan): boolean {
  const { before, after } = change;
  const [part, name = '', member] = pointerSegments(change.path);
  const isText = member === 'names' || member === 'description';
  switch (part) {
    case 'scopes':
      return after === null;
    case 'records':
      return member === undefined ? before === null : isText || (member === 'schema' && isSameSchema(before, after));
    case 'proposals':
      return after === null || (member === 'actions' && isSubset(after, before));
    case 'plans':
      return !isActivePlan(name) || isText || (member === 'rates' && isLowerRate(change));
    case 'services':
      // Without a rate in the active plan a service cannot be charged.
      return member === undefined || isText;
    case 'tools':
      return member === undefined ? before === null : isText || member === 'input_schema';
    case 'settings':
      return addsOnlyOptionalSettings(before, after);
    case 'ui':
      return isHarmlessPage(change);
    default:
      return false;
  }
}

/** A path is below `base_url`, whose change needs consent itself. A panel of a record type learns its records' ids. */
function isHarmlessPage({ path, before, after }: Change): boolean {
  const page = pointerSegments(path).slice(1);
  const member = page[0] === 'panels' ? page[2] : page[1];
  if (member !== undefined) return member === 'path' || member === 'names';
  return after === null || (before === null && isObject(after) && after['record_type'] === undefined);
}

function isSubset(part: unknown, whole: unknown): boolean {
  return listOf(part).every((member) => listOf(whole).includes(member));
}

function isLowerRate({ before, after }: Change): boolean {
  return typeof before === 'string' && typeof after === 'string' && rateMicroMu(after) < rateMicroMu(before);
}

function isSameSchema(before: unknown, after: unknown): boolean {
  return isObject(before) && isObject(after) && sameJson(withoutTexts(before), withoutTexts(after));
}

const TEXT_KEYWORDS = ['title', 'description', 'examples', '$comment', 'x-names', 'x-descriptions', 'x-enum-names'];

function withoutTexts(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).filter(([keyword]) => !TEXT_KEYWORDS.includes(keyword));
  return mapSubschemas(Object.fromEntries(members), '', (part) => withoutTexts(part.schema));
}

/** Whether `after` differs from `before` only in texts and in new settings that are neither required nor secret. */
function addsOnlyOptionalSettings(before: unknown, after: unknown): boolean {
  if (!isObject(after)) return false;
  if (!isObject(before)) return listOf(after['required']).length === 0 && !mayHoldSecret(after, after);
  const declared = propertiesOf(before);
  const added = Object.entries(propertiesOf(after)).filter(([name]) => !Object.hasOwn(declared, name));
  const addedNames = new Set(added.map(([name]) => name));
  const others = Object.entries(propertiesOf(after)).filter(([name]) => !addedNames.has(name));
  return (
    isSameSchema(settingsWith(before, declared), settingsWith(after, Object.fromEntries(others))) &&
    added.every(([, setting]) => !isObject(setting) || !mayHoldSecret(after, setting)) &&
    // The name of a new setting may have been one of the secrets that the schema allowed under any name.
    (added.length === 0 || !UNNAMED.some((keyword) => isSecretPart(before, keyword)))
  );
}

const UNNAMED = ['additionalProperties', 'unevaluatedProperties'];

function isSecretPart(schema: JsonObject, keyword: string): boolean {
  const part = schema[keyword];
  return isObject(part) && mayHoldSecret(schema, part);
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}

function settingsWith(schema: JsonObject, properties: JsonObject): JsonObject {
  return { ...schema, properties, required: [...new Set(listOf(schema['required']) as string[])].sort() };
}

/** Whether every plan of a version may be the active one: the worst case over all installations. */
export function anyPlanOf({ plans = [] }: Manifest): IsActivePlan {
  const keys = new Set(plans.map(({ key }) => key));
  return (key) => keys.has(key);
}
