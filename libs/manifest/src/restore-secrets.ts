/** Settings that an admin submits, with the secrets that the admin has not changed. */
import type { Json, JsonObject } from '@kushk/contracts';
import { canonicalText, isObject } from './json.js';
import { pathsOf, secretPointers, type SecretPaths } from './secrets.js';

/** Shown in place of a secret value. */
export const MASK = '••••••';

/**
 * The submitted settings with the stored secrets: a masked secret and one that is left out keep the stored value, and
 * null clears it. A mask without a stored value is left out. A secret is left out only if the object that contains it
 * is submitted: leaving out the object removes it with its secrets.
 */
export function restoreSecrets(schema: JsonObject, submitted: JsonObject, stored: JsonObject): JsonObject {
  const inSubmitted = secretPointers(schema, submitted);
  const inStored = secretPointers(schema, stored);
  if (inSubmitted.length === 0 && inStored.length === 0) return submitted;
  return restore(
    { value: submitted, secrets: pathsOf(inSubmitted) },
    { value: stored, secrets: pathsOf(inStored) },
  ) as JsonObject;
}

/** A value with the secrets in it. Without a value there is nothing to restore. */
interface Part {
  readonly value: Json | undefined;
  readonly secrets: SecretPaths;
}

const NOTHING: Part = { value: undefined, secrets: new Map() };

function restore({ value, secrets }: Part, stored: Part): Json {
  if (isObject(value)) return restoreObject(value, secrets, stored);
  if (Array.isArray(value)) return restoreList(value as readonly Json[], secrets, stored);
  return value ?? null;
}

function restoreObject(value: JsonObject, secrets: SecretPaths, stored: Part): Json {
  const before = isObject(stored.value) ? stored.value : {};
  const unchanged = [...stored.secrets].flatMap(([name, below]): [string, Json][] =>
    below === null && !Object.hasOwn(value, name) && Object.hasOwn(before, name) ? [[name, before[name] as Json]] : [],
  );
  const sent = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const restored = restoreMember(member, secrets.get(name), memberOf(stored, name));
    return restored === undefined ? [] : [[name, restored]];
  });
  return Object.fromEntries([...sent, ...unchanged]);
}

/** Undefined for a secret that is cleared, and for a mask of a value that was never stored. */
function restoreMember(
  member: Json,
  secrets: SecretPaths | null | undefined,
  { value, isSecret, secrets: below }: StoredMember,
): Json | undefined {
  if (secrets !== null) return restore({ value: member, secrets: secrets ?? new Map() }, { value, secrets: below });
  if (member === null) return undefined;
  if (member !== MASK) return member;
  return isSecret ? value : undefined;
}

interface StoredMember extends Part {
  readonly isSecret: boolean;
}

function memberOf({ value, secrets }: Part, name: string): StoredMember {
  const below = secrets.get(name);
  const member =
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? memberAt(value, name) : undefined;
  return { value: member, isSecret: below === null, secrets: below ?? new Map() };
}

function memberAt(value: object, name: string): Json {
  return (value as Readonly<Record<string, Json>>)[name] as Json;
}

/**
 * The items of a list have no names, so a submitted item is paired with the stored item that is equal apart from its
 * secrets, and otherwise with the one at the same index, if the list is as long as before. So removing or moving an
 * item never gives its secrets to another one.
 */
function restoreList(value: readonly Json[], secrets: SecretPaths, stored: Part): Json {
  const before = Array.isArray(stored.value) ? (stored.value as readonly Json[]) : [];
  const partners = pairItems(
    value.map((item, index) => visibleText(item, secrets.get(String(index)))),
    before.map((item, index) => visibleText(item, stored.secrets.get(String(index)))),
  );
  return value.flatMap((item, index) => {
    const partner = partners[index];
    const storedItem = partner === undefined ? { ...NOTHING, isSecret: false } : memberOf(stored, String(partner));
    const restored = restoreMember(item, secrets.get(String(index)), storedItem);
    return restored === undefined ? [] : [restored];
  });
}

/** The index of the stored item for each submitted item, or undefined. Each stored item is used once. */
function pairItems(submitted: readonly string[], stored: readonly string[]): (number | undefined)[] {
  const pairs = submitted.map((text, index) => (stored[index] === text ? index : undefined));
  const used = new Set(pairs);
  const unused = stored.map((text, index) => ({ text, index })).filter(({ index }) => !used.has(index));
  const free = Map.groupBy(unused.reverse(), ({ text }) => text);
  const moved = submitted.map((text, index) => pairs[index] ?? free.get(text)?.pop()?.index);
  if (submitted.length !== stored.length) return moved;
  const taken = new Set(moved);
  return moved.map((partner, index) => partner ?? (taken.has(index) ? undefined : index));
}

/** What a person sees of an item without its secrets, as text. */
function visibleText(item: Json, secrets: SecretPaths | null | undefined): string {
  if (secrets === null) return '';
  return canonicalText(secrets === undefined ? item : visible(item, secrets));
}

function visible(value: Json, secrets: SecretPaths): Json {
  const entries = Object.entries(value as object) as [string, Json][];
  const shown = entries.flatMap(([name, member]): [string, Json][] => {
    const below = secrets.get(name);
    if (below === null) return [];
    return [[name, below === undefined ? member : visible(member, below)]];
  });
  return Object.fromEntries(shown);
}
