/**
 * Secret values of settings: those that the settings' schema marks with `writeOnly: true` or `format: password`,
 * wherever the marker stands. Whether a value is secret depends on the schema and on the value, because a combinator
 * or a list applies a subschema to any number of values.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { declaredDefault } from './defaults.js';
import { isObject } from './json.js';
import { linearPattern, type LinearPattern } from './linear-pattern.js';
import { pointerSegments, pointerTo } from './pointer.js';
import { localReferences } from './schema-references.js';
import { allSubschemas, subschemasOf } from './schema-traversal.js';

/** More secret values than any form has. Above each of these limits all settings count as secret. */
const MAX_SECRETS = 1_000;
const MAX_POINTER_CHARACTERS = 65_536;
const MAX_STEPS = 200_000;

/** Whether a schema marks its values as secret. */
export function isMarkedSecret(schema: JsonObject): boolean {
  return schema['writeOnly'] === true || schema['format'] === 'password';
}

/**
 * JSON Pointers to the secret values in these settings, such as `['/api_key', '/accounts/0/password']`. A value is
 * secret if any subschema that may apply to it marks it, also one in a branch that does not match: showing a secret is
 * worse than masking a value. `schema` is the manifest's `settings`.
 */
export function secretPointers(schema: JsonObject, settings: JsonObject): string[] {
  const secrets = new SecretSearch(schema).pointersIn(settings);
  return secrets ?? Object.keys(settings).map((name) => pointerTo('', name));
}

/**
 * Those of the {@link secretPointers} whose own name the schema declares in `properties`. The others are keys that the
 * admin has chosen (`additionalProperties`, `patternProperties`).
 */
export function declaredSecretPointers(schema: JsonObject, settings: JsonObject): string[] {
  const search = new SecretSearch(schema);
  const secrets = search.pointersIn(settings);
  return secrets?.filter((pointer) => search.declared.has(pointer)) ?? secretPointers(schema, settings);
}

/** JSON Pointers to the secret values in the default of `part`, a subschema of `root`: `/default`, or below it. */
export function secretsInDefault(root: JsonObject, part: JsonObject): string[] {
  const value = declaredDefault(part);
  if (value === undefined) return [];
  const pointer = '/default';
  return new SecretSearch(root).pointersIn(value, { schema: part, pointer }) ?? [pointer];
}

/** The pointers without those that lie in the value of another one: a secret inside another one is masked with it. */
export function outermost(pointers: Iterable<string>): string[] {
  const all = new Set(pointers);
  const hasParent = (pointer: string): boolean => {
    for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1))
      if (all.has(pointer.slice(0, end))) return true;
    return false;
  };
  return [...all].filter((pointer) => !hasParent(pointer));
}

/** The settings without their secret values. `secrets` is the result of {@link secretPointers}. */
export function withoutSecrets(settings: JsonObject, secrets: readonly string[]): JsonObject {
  return replaceIn(settings, pathsOf(secrets), undefined) as JsonObject;
}

/** The settings with `mask` in place of each secret value. */
export function maskSecrets(settings: JsonObject, secrets: readonly string[], mask: string): JsonObject {
  return replaceIn(settings, pathsOf(secrets), mask) as JsonObject;
}

/** The schemas through which a marked schema can be reached, so that the search skips all others. */
class SecretMap {
  readonly targets = new Map<JsonObject, JsonObject>();
  readonly reaching = new Set<JsonObject>();

  constructor(root: JsonObject) {
    const all = allSubschemas(root, '');
    const references = localReferences(root);
    const byPointer = new Map(all.map(({ schema, pointer }) => [pointer, schema]));
    const parents = new Map<JsonObject, JsonObject[]>();
    const link = (parent: JsonObject, child: JsonObject): void => {
      const known = parents.get(child);
      if (known === undefined) parents.set(child, [parent]);
      else known.push(parent);
    };
    for (const { schema, pointer } of all) {
      for (const child of subschemasOf(schema, pointer)) link(schema, child.schema);
      const reference = references.targetOf(schema);
      const target = reference === null ? undefined : byPointer.get(reference);
      if (target === undefined) continue;
      this.targets.set(schema, target);
      link(schema, target);
    }
    const waiting = all.map(({ schema }) => schema).filter(isMarkedSecret);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.reaching.has(next)) continue;
      this.reaching.add(next);
      waiting.push(...(parents.get(next) ?? []));
    }
  }
}

const mapsBySchema = new WeakMap<JsonObject, SecretMap>();

function secretMapOf(schema: JsonObject): SecretMap {
  const map = mapsBySchema.get(schema) ?? new SecretMap(schema);
  mapsBySchema.set(schema, map);
  return map;
}

/** Whether a value of `part`, a subschema of `root`, may be secret or contain a secret. */
export function mayHoldSecret(root: JsonObject, part: JsonObject): boolean {
  return secretMapOf(root).reaching.has(part);
}

class TooManySteps {}

/** Keywords that apply one subschema, a list of them, or an object of them to the same value. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
const IN_PLACE_BY_NAME = ['dependentSchemas', 'dependencies'];

/** Applies a schema to a value, without checking whether the value matches. */
class SecretSearch {
  private readonly map: SecretMap;
  /** The places of members that `properties` names. */
  readonly declared = new Set<string>();
  private readonly found = new Set<string>();
  private readonly visited = new Map<JsonObject, Set<string>>();
  private readonly patterns = new Map<string, LinearPattern>();
  private steps = 0;
  private characters = 0;

  constructor(private readonly schema: JsonObject) {
    this.map = secretMapOf(schema);
  }

  /** Null if the search would take too many steps or finds too many secrets. */
  pointersIn(value: Json, { schema = this.schema, pointer = '' } = {}): string[] | null {
    try {
      this.visit(schema, value, pointer);
    } catch (stop) {
      if (stop instanceof TooManySteps) return null;
      throw stop;
    }
    return outermost(this.found);
  }

  private visit(schema: Json | undefined, value: Json, pointer: string): void {
    if (!isObject(schema) || !this.map.reaching.has(schema)) return;
    this.charge(1);
    const seen = this.visited.get(schema) ?? new Set<string>();
    if (seen.has(pointer)) return;
    this.visited.set(schema, seen.add(pointer));
    if (isMarkedSecret(schema)) this.add(value, pointer);
    this.visit(this.map.targets.get(schema), value, pointer);
    for (const branch of branchesOf(schema)) this.visit(branch, value, pointer);
    if (isObject(value)) this.visitMembers(schema, value, pointer);
    if (Array.isArray(value)) this.visitItems(schema, value as readonly Json[], pointer);
  }

  /** Settings as a whole cannot be one secret. All their members are. */
  private add(value: Json, pointer: string): void {
    const pointers =
      pointer !== '' ? [pointer] : Object.keys(isObject(value) ? value : {}).map((name) => pointerTo('', name));
    for (const secret of pointers) {
      if (this.found.has(secret)) continue;
      this.found.add(secret);
      this.characters += secret.length;
    }
    if (this.found.size > MAX_SECRETS || this.characters > MAX_POINTER_CHARACTERS) throw new TooManySteps();
  }

  private visitMembers(schema: JsonObject, value: JsonObject, pointer: string): void {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const patterns = Object.entries(isObject(schema['patternProperties']) ? schema['patternProperties'] : {}).map(
      ([source, member]) => [this.patternOf(source), member] as const,
    );
    for (const [name, member] of Object.entries(value)) {
      this.charge(1);
      const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
      const matching = patterns.filter(([pattern]) => pattern.test(name, (steps) => this.charge(steps)));
      if (own.length > 0) this.declared.add(pointerTo(pointer, name));
      const named = [...own, ...matching.map(([, part]) => part)];
      const parts = named.length > 0 ? named : [schema['additionalProperties'], schema['unevaluatedProperties']];
      if (parts.some((part) => isObject(part) && this.map.reaching.has(part)))
        for (const part of parts) this.visit(part, member, pointerTo(pointer, name));
    }
  }

  private visitItems(schema: JsonObject, value: readonly Json[], pointer: string): void {
    const prefix = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as readonly Json[]) : [];
    const rest = [schema['items'], schema['additionalItems'], schema['unevaluatedItems']];
    value.forEach((item, index) => {
      this.charge(1);
      const parts = [...(index < prefix.length ? [prefix[index]] : rest), schema['contains']];
      if (parts.some((part) => isObject(part) && this.map.reaching.has(part)))
        for (const part of parts) this.visit(part, item, pointerTo(pointer, index));
    });
  }

  private patternOf(source: string): LinearPattern {
    const known = this.patterns.get(source);
    if (known !== undefined) return known;
    const pattern = linearPattern(source);
    this.charge(pattern.size);
    this.patterns.set(source, pattern);
    return pattern;
  }

  private charge(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new TooManySteps();
  }
}

/** The subschemas that apply to the same value. */
function branchesOf(schema: JsonObject): readonly (Json | undefined)[] {
  const plain = IN_PLACE.flatMap((keyword) => schema[keyword] as Json | Json[]);
  const named = IN_PLACE_BY_NAME.flatMap((keyword) => Object.values(schema[keyword] ?? {}) as Json[]);
  return [...plain, ...named];
}

/** Secret values as a tree of names and indexes: `null` is a secret, a map leads to the secrets below. */
export type SecretPaths = ReadonlyMap<string, SecretPaths | null>;

/** The tree of these pointers. No pointer may be a prefix of another one. */
export function pathsOf(pointers: readonly string[]): SecretPaths {
  const root = new Map<string, SecretPaths | null>();
  for (const pointer of pointers) {
    const segments = pointerSegments(pointer);
    let paths = root;
    for (const segment of segments.slice(0, -1)) {
      const below = (paths.get(segment) ?? new Map<string, SecretPaths | null>()) as Map<string, SecretPaths | null>;
      paths.set(segment, below);
      paths = below;
    }
    paths.set(segments.at(-1) ?? '', null);
  }
  return root;
}

/** Replaces each secret, or leaves it out if `replacement` is undefined. */
function replaceIn(value: Json, secrets: SecretPaths, replacement: string | undefined): Json {
  const replaced = (name: string, member: Json): [string, Json][] => {
    const below = secrets.get(name);
    if (below === undefined) return [[name, member]];
    if (below === null) return replacement === undefined ? [] : [[name, replacement]];
    return [[name, replaceIn(member, below, replacement)]];
  };
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) =>
      replaced(String(index), item).map(([, result]) => result),
    );
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, member]) => replaced(name, member)));
}
