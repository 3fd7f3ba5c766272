/** The values of a settings form, and the places of the server's problems in it. */
import type { Language } from '../texts/texts.js';
import {
  allowsNull,
  drawingOf,
  isObject,
  isSecret,
  memberOf,
  membersOf,
  numberOf,
  resolved,
  type Json,
  type JsonObject,
  type Schema,
} from './settings-schema.js';

/** What the API shows in place of a stored secret. Sending it keeps the secret; sending null clears it. */
export const MASK = '••••••';

/** A problem that the server found: `path` is a JSON Pointer into the settings. */
export interface SettingsProblem {
  readonly path: string;
  readonly text: string;
}

const escape = (key: string | number): string => String(key).replaceAll('~', '~0').replaceAll('/', '~1');
export const pointerTo = (pointer: string, key: string | number): string => `${pointer}/${escape(key)}`;

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

/** The pointers of everything that the form draws for these settings; the root is ''. */
export function drawnPointers(schema: Schema, settings: JsonObject, language: Language): readonly string[] {
  const root = schema;
  const ofValue = (part: Schema, value: Json | undefined, { pointer, depth }: Place): string[] => {
    const drawing = drawingOf(part, { root, language, depth });
    switch (drawing.kind) {
      case 'group':
        return [pointer, ...ofMembers(part, isObject(value) ? value : {}, { pointer, depth: depth + 1 })];
      case 'list':
        return [
          pointer,
          ...(Array.isArray(value) ? value : []).flatMap((item: Json, at: number) =>
            ofValue(drawing.items, item, { pointer: pointerTo(pointer, at), depth: depth + 1 }),
          ),
        ];
      default:
        return [pointer];
    }
  };
  const ofMembers = (part: Schema, value: JsonObject, { pointer, depth }: Place): string[] =>
    membersOf(part, root, value).flatMap(([key, member]) =>
      ofValue(member, memberOf(value, key), { pointer: pointerTo(pointer, key), depth }),
    );
  return ['', ...ofMembers(resolved(schema, root), settings, { pointer: '', depth: 0 })];
}

/**
 * The problems by the pointer of the field that shows them: the field itself, else the nearest drawn one around it,
 * such as the JSON text that contains the value. '' is the form as a whole.
 */
export function placedProblems(
  problems: readonly SettingsProblem[],
  pointers: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const drawn = new Set(pointers);
  const placed = new Map<string, string[]>();
  for (const { path, text } of problems) {
    let place = path;
    while (place !== '' && !drawn.has(place)) place = place.slice(0, Math.max(0, place.lastIndexOf('/')));
    placed.set(place, [...(placed.get(place) ?? []), text]);
  }
  return placed;
}

/**
 * Settings after an edit of one of them: undefined leaves it out. An edit that rules an alternative out leaves out what
 * only that alternative has. What the form did not show is kept.
 */
export function withEdit(
  { schema, root, settings }: { readonly schema: Schema; readonly root: Schema; readonly settings: JsonObject },
  key: string,
  value: Json | undefined,
): JsonObject {
  const edited = withMember(settings, key, value);
  const shown = new Set(membersOf(schema, root, edited).map(([name]) => name));
  return membersOf(schema, root, settings)
    .filter(([name]) => name !== key && !shown.has(name))
    .reduce((left, [name]) => withMember(left, name, undefined), edited);
}

/** What an emptied field means. Where the schema takes nothing empty, an optional setting is left out. */
export function emptied({ schema, root, isRequired }: EmptiedPart, value: Json | undefined): Json | undefined {
  if (isRequired || typeof value !== 'object' || value === null || Object.keys(value).length > 0) return value;
  const least = numberOf(schema[Array.isArray(value) ? 'minItems' : 'minProperties']) ?? 0;
  const needsMembers = !Array.isArray(value) && Array.isArray(schema['required']) && schema['required'].length > 0;
  // Leaving out an object that may have stored secrets would remove them.
  const hasSecrets = membersOf(schema, root).some(([, member]) => isSecret(member));
  return (least > 0 || needsMembers) && !hasSecrets ? undefined : value;
}

interface EmptiedPart {
  readonly schema: Schema;
  readonly root: Schema;
  readonly isRequired: boolean;
}

/** What a cleared text or number means: null where the schema has it, so that no default takes its place. */
export function cleared(schema: Schema, isRequired: boolean): Json | undefined {
  if (!isRequired && schema['default'] === undefined) return undefined;
  if (allowsNull(schema)) return null;
  return schema['type'] === 'string' && schema['format'] === undefined ? '' : undefined;
}

/** Settings without one value: undefined leaves a setting out. */
export function withMember(settings: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _previous, ...others } = settings;
  return value === undefined ? others : { ...settings, [key]: value };
}
