/** The references of a JSON Schema of a plugin, which stay inside it. */
import type { Json, JsonObject } from '@kushk/contracts';
import { baseUri, splitUri } from './json-schema/resources.js';
import { pointerSegments, pointerTo, valueAt } from './pointer.js';
import { allSubschemas, subschemasOf, type Subschema } from './schema-traversal.js';

export class LocalReferences {
  private readonly uri: string;
  private readonly anchors = new Map<string, string>();

  /** `root` is the place of the schema in its document, and `all` are its subschemas. */
  constructor(
    schema: JsonObject,
    private readonly root: string,
    all: readonly Subschema[] = allSubschemas(schema, root),
  ) {
    this.uri = baseUri(schema);
    for (const { schema: part, pointer } of all)
      if (typeof part['$anchor'] === 'string') this.anchors.set(part['$anchor'], pointer);
  }

  /**
   * The pointer that a schema refers to, where there may be nothing. Null for a schema without a reference, and for a
   * reference to another document.
   */
  targetOf({ $ref: reference }: JsonObject): string | null {
    const [uri, fragment] = (typeof reference === 'string' ? splitUri(reference, this.uri) : undefined) ?? [];
    if (fragment === undefined || uri !== this.uri) return null;
    if (fragment !== '' && !fragment.startsWith('/')) return this.anchors.get(fragment) ?? `${this.root}#${fragment}`;
    // Decoded and encoded again, because escaped characters have more than one spelling.
    return pointerSegments(fragment).reduce(pointerTo, this.root);
  }

  /** Pointers to the schemas that apply to the same value: subschemas of this schema, and what it refers to. */
  appliedToSameValue(from: Subschema | undefined): string[] {
    if (from === undefined) return [];
    const inPlace = subschemasOf(from.schema, from.pointer).filter(({ applicator }) => applicator === 'in-place');
    const target = this.targetOf(from.schema);
    return [...inPlace.map(({ pointer }) => pointer), ...(target === null ? [] : [target])];
  }
}

const bySchema = new WeakMap<JsonObject, LocalReferences>();

/** The references of a whole schema, with pointers from its root. */
export function localReferences(schema: JsonObject): LocalReferences {
  const references = bySchema.get(schema) ?? new LocalReferences(schema, '');
  bySchema.set(schema, references);
  return references;
}

/** What a subschema of `root` refers to. */
export function referencedSchema(schema: JsonObject, root: JsonObject): Json | undefined {
  const target = localReferences(root).targetOf(schema);
  return target === null ? undefined : (valueAt(root, target) as Json | undefined);
}
