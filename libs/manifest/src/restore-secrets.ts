/** Settings that an admin submits, with the secrets that the admin has not changed. */
import type { Json, JsonObject } from '@kushk/contracts';
import { canonicalText, isObject } from './json.js';
import { pointerTo } from './pointer.js';
import { declaredSecretPointers, outermost, pathsOf, secretPointers, type SecretPaths } from './secrets.js';

/** Shown in place of a secret value. */
export const MASK = '••••••';

/** Stored settings with the pointers to those of them that are secret, whatever the schema says of them now. */
export interface StoredSettings {
  readonly settings: JsonObject;
  readonly secrets: readonly string[];
}
export interface RestoredSettings {
  readonly settings: JsonObject;
  /** Pointers into `settings` to the secrets that the admin has not written. They stay secret. */
  readonly unchanged: readonly string[];
  /** Those of the unchanged secrets that the admin has left out, not masked. */
  readonly leftOut: readonly string[];
}

/**
 * The submitted settings with the stored secrets: a masked secret and one that is left out keep the stored value, and
 * null clears it. Leaving out a secret whose name the schema does not declare removes it, as with an item of a list.
 * A mask without a stored value is left out. A secret is left out only if the object that contains it
 * is submitted: leaving out the object removes it with its secrets. A stored secret that the schema no longer marks
 * keeps its value only if it is masked, because the schema may no longer have it.
 */
export function restoreSecrets(schema: JsonObject, submitted: JsonObject, stored: StoredSettings): RestoredSettings {
  const marked = secretPointers(schema, stored.settings);
  const inStored = outermost([...marked, ...stored.secrets]);
  const inSubmitted = secretPointers(schema, submitted);
  if (inSubmitted.length === 0 && inStored.length === 0) return { settings: submitted, unchanged: [], leftOut: [] };
  const masked = stored.secrets.length === 0 ? [] : masksIn(submitted, '');
  const restoration = new Restoration();
  const settings = restoration.restore(
    { value: submitted, secrets: pathsOf(outermost([...inSubmitted, ...masked])) },
    {
      value: stored.settings,
      secrets: pathsOf(inStored),
      declared: pathsOf(declaredSecretPointers(schema, stored.settings)),
    },
    '',
  ) as JsonObject;
  return { settings, unchanged: restoration.unchanged, leftOut: restoration.leftOut };
}

function masksIn(value: Json, pointer: string): string[] {
  if (value === MASK) return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => masksIn(member as Json, pointerTo(pointer, name)));
}

/** A value with the secrets in it. Without a value there is nothing to restore. */
interface Part {
  readonly value: Json | undefined;
  readonly secrets: SecretPaths;
}
interface StoredPart extends Part {
  /** The secrets that the schema marks and names. The names of others are the admin's, who may remove them. */
  readonly declared: SecretPaths;
}

const NOTHING: StoredPart = { value: undefined, secrets: new Map(), declared: new Map() };

/** `at` is the pointer of a value in the result. */
class Restoration {
  readonly unchanged: string[] = [];
  readonly leftOut: string[] = [];

  restore({ value, secrets }: Part, stored: StoredPart, at: string): Json {
    if (isObject(value)) return this.restoreObject({ value, secrets }, stored, at);
    if (Array.isArray(value)) return this.restoreList({ value: value as readonly Json[], secrets }, stored, at);
    return value ?? null;
  }

  private restoreObject(
    { value, secrets }: Part & { readonly value: JsonObject },
    stored: StoredPart,
    at: string,
  ): Json {
    const before = isObject(stored.value) ? stored.value : {};
    const leftOut = [...stored.declared].flatMap(([name, below]): [string, Json][] =>
      below === null && !Object.hasOwn(value, name) && Object.hasOwn(before, name)
        ? [[name, this.keepLeftOut(before[name] as Json, pointerTo(at, name))]]
        : [],
    );
    const sent = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      const part = { member, secrets: secrets.get(name), at: pointerTo(at, name) };
      const restored = this.restoreMember(part, memberOf(stored, name));
      return restored === undefined ? [] : [[name, restored]];
    });
    return Object.fromEntries([...sent, ...leftOut]);
  }

  /** Undefined for a secret that is cleared, and for a mask of a value that was never stored. */
  private restoreMember(
    { member, secrets, at }: { member: Json; secrets: SecretPaths | null | undefined; at: string },
    stored: StoredMember,
  ): Json | undefined {
    if (secrets !== null) return this.restore({ value: member, secrets: secrets ?? new Map() }, stored, at);
    if (member === null) return undefined;
    if (member !== MASK) return member;
    return stored.isSecret && stored.value !== undefined ? this.keep(stored.value, at) : undefined;
  }

  /**
   * The items of a list have no names, so a submitted item is paired with the stored item that is equal apart from its
   * secrets, and otherwise with the one at the same index, if the list is as long as before. So removing or moving an
   * item never gives its secrets to another one.
   */
  private restoreList(
    { value, secrets }: Part & { readonly value: readonly Json[] },
    stored: StoredPart,
    at: string,
  ): Json {
    const before = Array.isArray(stored.value) ? (stored.value as readonly Json[]) : [];
    const partners = pairItems(
      value.map((item, index) => visibleText(item, secrets.get(String(index)))),
      before.map((item, index) => visibleText(item, stored.secrets.get(String(index)))),
    );
    const restored: Json[] = [];
    for (const [index, item] of value.entries()) {
      const partner = partners[index];
      const storedItem = partner === undefined ? { ...NOTHING, isSecret: false } : memberOf(stored, String(partner));
      const part = { member: item, secrets: secrets.get(String(index)), at: pointerTo(at, restored.length) };
      const result = this.restoreMember(part, storedItem);
      if (result !== undefined) restored.push(result);
    }
    return restored;
  }

  private keepLeftOut(value: Json, at: string): Json {
    this.leftOut.push(at);
    return this.keep(value, at);
  }

  private keep(value: Json, at: string): Json {
    this.unchanged.push(at);
    return value;
  }
}

interface StoredMember extends StoredPart {
  readonly isSecret: boolean;
}

function memberOf({ value, secrets, declared }: StoredPart, name: string): StoredMember {
  const below = secrets.get(name);
  const member =
    typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? memberAt(value, name) : undefined;
  return {
    value: member,
    isSecret: below === null,
    secrets: below ?? new Map(),
    declared: declared.get(name) ?? new Map(),
  };
}

function memberAt(value: object, name: string): Json {
  return (value as Readonly<Record<string, Json>>)[name] as Json;
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
