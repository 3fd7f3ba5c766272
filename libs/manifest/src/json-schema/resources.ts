/**
 * The resources of a schema (JSON Schema 2020-12 core, sections 8 and 9): the schema itself, the schemas in it that
 * have an `$id`, and further documents. References are resolved to them.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from '../json.js';
import { pointerSegments } from '../pointer.js';
import { subschemasOf } from '../schema-traversal.js';

/** The base of a schema without an `$id`. */
const NO_URI = 'json-schema:///';

export interface Resource {
  readonly uri: string;
  readonly schema: Json;
  readonly anchors: Map<string, JsonObject>;
  readonly dynamicAnchors: Map<string, JsonObject>;
}

export interface Target {
  readonly schema: Json;
  readonly resource: Resource;
  /** The name of the dynamic anchor, where the reference has one as its fragment. */
  readonly dynamicAnchor?: string;
}

export class Resources {
  readonly root: Resource;
  private readonly byUri = new Map<string, Resource>();
  private readonly resources = new Map<JsonObject, Resource>();

  /** `documents` are other documents that references may name, by their URIs. */
  constructor(schema: Json, documents: Readonly<Record<string, Json>> = {}) {
    for (const [uri, document] of Object.entries(documents)) this.add(document, uri);
    this.root = this.add(schema, NO_URI);
  }

  /** The resource that a schema belongs to, which was found through its parent in `parent`. */
  of(schema: Json, parent: Resource): Resource {
    return (isObject(schema) ? this.resources.get(schema) : undefined) ?? parent;
  }

  /** What a reference in a resource refers to; undefined when there is no such schema. */
  resolve(reference: string, from: Resource): Target | undefined {
    const [uri, fragment] = splitUri(reference, from.uri) ?? [];
    const resource = uri === undefined ? undefined : this.byUri.get(uri);
    if (resource === undefined || fragment === undefined) return undefined;
    if (fragment === '' || fragment.startsWith('/')) return this.at(fragment, resource);
    const schema = resource.anchors.get(fragment);
    if (schema === undefined) return undefined;
    const isDynamic = resource.dynamicAnchors.has(fragment);
    return { schema, resource, ...(isDynamic && { dynamicAnchor: fragment }) };
  }

  private at(pointer: string, from: Resource): Target | undefined {
    let [schema, resource]: [Json | undefined, Resource] = [from.schema, from];
    for (const segment of pointerSegments(pointer)) {
      if (typeof schema !== 'object' || schema === null || !Object.hasOwn(schema, segment)) return undefined;
      schema = (schema as Readonly<Record<string, Json>>)[segment];
      if (schema === undefined) return undefined;
      resource = this.of(schema, resource);
    }
    // A schema below a keyword that is not known was not found when its document was read.
    if (isObject(schema) && !this.resources.has(schema)) this.visit(schema, resource);
    return schema === undefined ? undefined : { schema, resource: this.of(schema, resource) };
  }

  private add(document: Json, uri: string): Resource {
    const resource = newResource(uri, document);
    this.byUri.set(uri, resource);
    if (!isObject(document)) return resource;
    this.visit(document, resource);
    return this.of(document, resource);
  }

  private visit(schema: JsonObject, parent: Resource): void {
    const resource = this.ownResource(schema, parent) ?? parent;
    this.resources.set(schema, resource);
    const { $anchor: anchor, $dynamicAnchor: dynamicAnchor } = schema;
    if (typeof anchor === 'string') resource.anchors.set(anchor, schema);
    if (typeof dynamicAnchor === 'string') {
      resource.anchors.set(dynamicAnchor, schema);
      resource.dynamicAnchors.set(dynamicAnchor, schema);
    }
    for (const child of subschemasOf(schema, '')) this.visit(child.schema, resource);
  }

  private ownResource(schema: JsonObject, parent: Resource): Resource | undefined {
    const id = schema['$id'];
    const [uri] = (typeof id === 'string' ? splitUri(id, parent.uri) : undefined) ?? [];
    if (uri === undefined || (uri === parent.uri && schema === parent.schema)) return undefined;
    const resource = newResource(uri, schema);
    this.byUri.set(uri, resource);
    return resource;
  }
}

function newResource(uri: string, schema: Json): Resource {
  return { uri, schema, anchors: new Map(), dynamicAnchors: new Map() };
}

/** The URI of a schema as a document of its own. */
export function baseUri(schema: Json): string {
  const id = isObject(schema) ? schema['$id'] : undefined;
  return (typeof id === 'string' ? splitUri(id, NO_URI)?.[0] : undefined) ?? NO_URI;
}

/** The absolute URI of a reference without its fragment, and the decoded fragment; undefined for what is no URI. */
export function splitUri(reference: string, base: string): readonly [uri: string, fragment: string] | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const fragment = url.hash.slice(1);
  url.hash = '';
  try {
    return [url.href, decodeURIComponent(fragment)];
  } catch {
    return undefined;
  }
}
