/** The values of a settings form, and the places of the server's problems in it. */
import type { Language } from '../texts/texts.js';
import {
  drawingOf,
  isObject,
  membersOf,
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

/** The settings with the default of each one that is missing: the form shows what the server would store. */
export function withDefaults(schema: Schema, settings: JsonObject, root: Schema = schema): JsonObject {
  const result: Record<string, Json> = { ...settings };
  const resolvedSchema = resolved(schema, root);
  for (const [key, member] of membersOf(resolvedSchema, root)) {
    const value = result[key] ?? member['default'] ?? undefined;
    // A default may have chosen another alternative.
    if (value === undefined || !membersOf(resolvedSchema, root, result).some(([one]) => one === key)) continue;
    result[key] = isObject(value) ? withDefaults(member, value, root) : value;
  }
  return result;
}

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
      ofValue(member, value[key], { pointer: pointerTo(pointer, key), depth }),
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

/** Settings without what only those alternatives have that their own constants rule out. */
export function withChoice(schema: Schema, root: Schema, settings: JsonObject): JsonObject {
  const members = new Set(membersOf(schema, root, settings).map(([key]) => key));
  const ruledOut = membersOf(schema, root).filter(([key]) => !members.has(key));
  return ruledOut.reduce((left, [key]) => withMember(left, key, undefined), settings);
}

/** Settings without one value: undefined leaves a setting out. */
export function withMember(settings: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _previous, ...others } = settings;
  return value === undefined ? others : { ...settings, [key]: value };
}
