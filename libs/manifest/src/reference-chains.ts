/**
 * The length of the reference chains of a schema. Ajv compiles the target of a reference inside the schema that refers
 * to it, so a long chain overflows the call stack of the compiler, and of the code that it generates.
 */
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';
import { referenceTarget } from './schema-references.js';
import { subschemasOf, type Subschema } from './schema-traversal.js';

/** The maximum number of references one behind the other. */
export const MAX_REFERENCES = 64;
/** The maximum number of subschemas one inside the other, where a reference puts its target inside the schema. */
const MAX_LEVELS = 256;

/** The root of a schema, or the target of a reference: its own depth, and what the references in it lead to. */
interface Definition {
  readonly levels: number;
  readonly targets: readonly string[];
}

/** A chain as long as the longest one that begins at a definition. */
interface Chain {
  readonly references: number;
  readonly levels: number;
}

/** The first reference that begins a chain that is too long. `all` has no reference without a target. */
export function referenceChainFinding(
  all: readonly Subschema[],
  root: string,
  byPointer: ReadonlyMap<string, Subschema>,
): Finding | null {
  const definitions = new Map<string, Definition>();
  for (const { schema } of all) {
    const target = targetOf(schema['$ref'], root);
    if (target !== null && !definitions.has(target)) definitions.set(target, definitionAt(target, root, byPointer));
  }
  if (definitions.size === 0) return null;
  const chains = new Chains(definitions);
  for (const { schema, pointer } of all) {
    const target = targetOf(schema['$ref'], root);
    if (target !== null && chains.isTooLong(target))
      return { path: pointerTo(pointer, '$ref'), code: 'schema_ref_chain', params: { limit: MAX_REFERENCES } };
  }
  return null;
}

function targetOf(reference: unknown, root: string): string | null {
  return typeof reference === 'string' ? referenceTarget(reference, root) : null;
}

function definitionAt(pointer: string, root: string, byPointer: ReadonlyMap<string, Subschema>): Definition {
  const targets = new Set<string>();
  let levels = 0;
  let inner = [byPointer.get(pointer)];
  while (inner.length > 0) {
    levels += 1;
    inner = inner.flatMap((subschema) => {
      if (subschema === undefined) return [];
      const target = targetOf(subschema.schema['$ref'], root);
      if (target !== null) targets.add(target);
      return subschemasOf(subschema.schema, subschema.pointer).filter(
        ({ applicator }) => applicator !== 'by-reference',
      );
    });
  }
  return { levels, targets: [...targets] };
}

/**
 * The longest chains. Definitions that refer to each other in a circle count as one chain of all of them: the compiler
 * enters each of them once.
 */
class Chains {
  private readonly reachable = new Map<string, ReadonlySet<string>>();
  private readonly chains = new Map<string, Chain>();

  constructor(private readonly definitions: ReadonlyMap<string, Definition>) {
    for (const name of definitions.keys()) {
      const reached = new Set(this.targetsOf(name));
      // A set also iterates over the members that are added meanwhile.
      for (const next of reached) for (const target of this.targetsOf(next)) reached.add(target);
      this.reachable.set(name, reached);
    }
    // What a definition reaches has a smaller set, or is in the same circle.
    const ordered = [...definitions.keys()].sort((a, b) => this.reachOf(a).size - this.reachOf(b).size);
    for (const name of ordered) if (!this.chains.has(name)) this.measure(name);
  }

  isTooLong(name: string): boolean {
    const chain = this.chains.get(name);
    return chain !== undefined && (chain.references > MAX_REFERENCES || chain.levels > MAX_LEVELS);
  }

  private measure(name: string): void {
    const reached = this.reachOf(name);
    const circle = reached.has(name) ? [...reached].filter((other) => this.reachOf(other).has(name)) : [name];
    let [references, levels] = [0, 0];
    for (const target of circle.flatMap((member) => this.targetsOf(member))) {
      const next = this.chains.get(target);
      references = Math.max(references, next?.references ?? 0);
      levels = Math.max(levels, next?.levels ?? 0);
    }
    const own = circle.reduce((sum, member) => sum + (this.definitions.get(member)?.levels ?? 0), 0);
    for (const member of circle)
      this.chains.set(member, { references: references + circle.length, levels: levels + own });
  }

  private targetsOf(name: string): readonly string[] {
    return this.definitions.get(name)?.targets ?? [];
  }

  private reachOf(name: string): ReadonlySet<string> {
    return this.reachable.get(name) ?? new Set();
  }
}
