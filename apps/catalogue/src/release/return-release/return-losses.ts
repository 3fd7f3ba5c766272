import type { JsonObject, ReleaseReturn } from '@kushk/contracts';

/**
 * What of the present version the earlier one does not declare: keys of settings and types of records. What is stored
 * under them stays, and a later version that declares them again finds it.
 */
export function returnLosses(present: JsonObject, earlier: JsonObject): ReleaseReturn['losses'] {
  const missing = (namesIn: (manifest: JsonObject) => readonly string[]): readonly string[] => {
    const left = new Set(namesIn(earlier));
    return namesIn(present).filter((name) => !left.has(name));
  };
  return { settings: missing(settingsIn), record_types: missing(recordTypesIn) };
}

/** Only the structure of a published manifest is certain, so nothing is taken for granted below its top level. */
function settingsIn({ settings }: JsonObject): readonly string[] {
  return Object.keys(objectOf(objectOf(settings)['properties']));
}

function recordTypesIn({ records }: JsonObject): readonly string[] {
  return (Array.isArray(records) ? records : []).flatMap((record) => {
    const { type } = objectOf(record);
    return typeof type === 'string' ? [type] : [];
  });
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
