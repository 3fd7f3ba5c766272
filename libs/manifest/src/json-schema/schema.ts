/**
 * JSON Schema 2020-12, interpreted. A schema of a stranger is checked once or a few times, so generating code for it
 * would cost more than it saves; and each step of an interpreter can be charged. Unknown keywords are annotations.
 */
import type { Json, JsonObject } from '@kushk/contracts';
import { isObject } from '../json.js';
import { linearPattern } from '../linear-pattern.js';
import { arrayKeywords, unevaluatedArrayKeywords } from './array-keywords.js';
import { Evaluated } from './evaluated.js';
import { inPlaceKeywords } from './in-place-keywords.js';
import type { Check, KeywordContext, Keywords } from './keyword.js';
import { objectKeywords, unevaluatedObjectKeywords } from './object-keywords.js';
import { Resources, type Resource, type Target } from './resources.js';
import type { Place, Run, SchemaNode } from './run.js';
import { numberKeywords, textKeywords, typeOf, valueKeywords } from './value-keywords.js';

/** What the visit of a subschema costs beside its keywords. */
const VISIT_STEPS = 2;
/**
 * Up to this length the native engine matches the patterns of this library. They backtrack little over a short text,
 * and the native engine is ten times as fast.
 */
const MAX_NATIVE_CHARACTERS = 256;

interface SchemaOptions {
  /** The patterns are those of this library. */
  readonly hasTrustedPatterns: boolean;
  readonly assertsFormats: boolean;
  /** What references may name, by URI. */
  readonly documents: Readonly<Record<string, Json>>;
}

export class Schema {
  private readonly nodes = new Map<JsonObject, SchemaNode>();
  private readonly patterns = new Map<string, (text: string, run: Run) => boolean>();
  private readonly resources: Resources;

  constructor(
    schema: Json,
    private readonly options: SchemaOptions,
  ) {
    this.resources = new Resources(schema, options.documents);
  }

  get assertsFormats(): boolean {
    return this.options.assertsFormats;
  }

  /** The schema itself. */
  get root(): SchemaNode {
    const { root } = this.resources;
    return this.nodeOf(root.schema, root);
  }

  /** The subschema at a place in the schema (`#/$defs/a`). */
  at(reference: string): SchemaNode {
    return this.targetOf(reference, this.resources.root).node;
  }

  /** The node of a subschema of a schema that belongs to the resource `parent`. */
  nodeOf(schema: Json, parent: Resource): SchemaNode {
    if (!isObject(schema)) return schema === false ? REFUSING : ACCEPTING;
    const existing = this.nodes.get(schema);
    if (existing !== undefined) return existing;
    const node = new ObjectSchemaNode(schema, this, this.resources.of(schema, parent));
    this.nodes.set(schema, node);
    return node;
  }

  targetOf(reference: string, from: Resource): Target & { readonly node: SchemaNode } {
    const target = this.resources.resolve(reference, from);
    if (target === undefined) throw new Error(`can't resolve reference ${reference}`);
    return { ...target, node: this.nodeOf(target.schema, target.resource) };
  }

  dynamicNode(name: string, run: Run): SchemaNode | undefined {
    const resource = run.scope.find(({ dynamicAnchors }) => dynamicAnchors.has(name));
    const schema = resource?.dynamicAnchors.get(name);
    return resource === undefined || schema === undefined ? undefined : this.nodeOf(schema, resource);
  }

  pattern(source: string): (text: string, run: Run) => boolean {
    const existing = this.patterns.get(source);
    if (existing !== undefined) return existing;
    const pattern = linearPattern(source);
    const native = this.options.hasTrustedPatterns ? new RegExp(source, 'u') : null;
    const matches = (text: string, run: Run): boolean =>
      native !== null && text.length <= MAX_NATIVE_CHARACTERS ? native.test(text) : pattern.test(text, run.charge);
    this.patterns.set(source, matches);
    return matches;
  }
}

const ACCEPTING: SchemaNode = { accepts: () => true };
const REFUSING: SchemaNode = {
  accepts: (_value, place, run) => run.fail({ keyword: 'false schema', schema: {} }, place),
};

type Type = ReturnType<typeof typeOf>;
type ChecksByType = Readonly<Record<Type, readonly Check[]>>;

/** A schema that is an object. Its keywords are compiled at the first check. */
class ObjectSchemaNode implements SchemaNode, KeywordContext {
  private checks: ChecksByType | null = null;
  private readonly seesEvaluated: boolean;

  constructor(
    readonly schema: JsonObject,
    private readonly owner: Schema,
    private readonly resource: Resource,
  ) {
    this.seesEvaluated = Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems');
  }

  accepts(value: unknown, place: Place, run: Run): boolean {
    this.checks ??= this.compile();
    const checks = this.checks[typeOf(value)];
    const isOtherResource = run.enter(this.resource, VISIT_STEPS + checks.length);
    const outer = run.evaluated;
    if (this.seesEvaluated) run.evaluated = new Evaluated();
    let isValid = true;
    for (const check of checks) {
      if (check(value, place, run)) continue;
      isValid = false;
      if (run.errors === null) break;
    }
    if (outer !== null && run.evaluated !== null && outer !== run.evaluated) run.charge(outer.merge(run.evaluated));
    run.evaluated = outer;
    run.leave(isOtherResource);
    return isValid;
  }

  node(subschema: Json): SchemaNode {
    return this.owner.nodeOf(subschema, this.resource);
  }

  reference(reference: string): SchemaNode {
    return this.owner.targetOf(reference, this.resource).node;
  }

  dynamicReference(reference: string): SchemaNode {
    const { node, dynamicAnchor } = this.owner.targetOf(reference, this.resource);
    if (dynamicAnchor === undefined) return node;
    return {
      accepts: (value, place, run) => (this.owner.dynamicNode(dynamicAnchor, run) ?? node).accepts(value, place, run),
    };
  }

  pattern(source: string): (text: string, run: Run) => boolean {
    return this.owner.pattern(source);
  }

  get assertsFormats(): boolean {
    return this.owner.assertsFormats;
  }

  private compile(): ChecksByType {
    const all = this.checksOf({ ...valueKeywords, ...inPlaceKeywords });
    return {
      null: all,
      boolean: all,
      number: [...all, ...this.checksOf(numberKeywords)],
      string: [...all, ...this.checksOf(textKeywords)],
      // What is unevaluated is known after all other keywords.
      array: [...all, ...this.checksOf({ ...arrayKeywords, ...unevaluatedArrayKeywords })],
      object: [...all, ...this.checksOf({ ...objectKeywords, ...unevaluatedObjectKeywords })],
    };
  }

  /** The checks in the order of the table of keywords. */
  private checksOf(keywords: Keywords<never>): readonly Check[] {
    return Object.entries(keywords).flatMap(([name, keyword]) => {
      if (!Object.hasOwn(this.schema, name)) return [];
      const check = keyword(this.schema[name] as never, this);
      return check === null ? [] : [check as Check];
    });
  }
}
