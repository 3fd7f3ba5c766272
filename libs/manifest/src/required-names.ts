/**
 * Checks the names in `required`. JSON Schema accepts a name that is missing in `properties`, so without this check a
 * misspelt one is found only when a person's value is rejected.
 */
import { isObject, listOf, memberOf } from './json.js';
import { linearPattern, type LinearPattern } from './linear-pattern.js';
import { pointerTo } from './pointer.js';
import type { Finding } from './problem.js';
import type { LocalReferences } from './schema-references.js';
import { subschemasOf, type Subschema } from './schema-traversal.js';
import type { StepBudget } from './step-budget.js';
import { shownName } from './suggestion.js';

/** Keywords whose subschema need not match the value, so `required` in them is a question and no demand. */
const CONDITIONS = ['not', 'if'];
/** A longer name is not compared with `patternProperties`, and counts as defined. */
const MAX_COMPARED_CHARACTERS = 256;
/** The steps of one name that is not beside its requirement. */
const NAME_STEPS = 200;

/**
 * The names in `required` that no value can have, because further properties are forbidden, and those that no schema
 * of the same value defines. `all` are the subschemas of a valid schema, which itself is at `root`.
 */
export function requiredNameFindings(
  all: readonly Subschema[],
  references: LocalReferences,
  budget: StepBudget,
): Finding[] {
  const suspects = all.filter((subschema) => undefinedIn(subschema).length > 0);
  if (suspects.length === 0) return [];
  const conditions = conditionPointers(all);
  const groups = new SameValueGroups(all, references);
  const patterns = new PatternComparison(budget);
  return suspects.flatMap((subschema): Finding[] => {
    const { schema, pointer } = subschema;
    if (conditions.has(pointer)) return [];
    const group = groups.of(pointer);
    const isClosed = memberOf(schema, 'additionalProperties') === false;
    const isClosedForGroup = memberOf(schema, 'unevaluatedProperties') === false && !group.allowsAnyName;
    const required = new Set(listOf(memberOf(schema, 'required')));
    // A name that is required already was not meant by another one.
    const known = (isClosed ? propertyNames(subschema) : [...group.names]).filter((name) => !required.has(name));
    return undefinedIn(subschema).flatMap(({ name, index }): Finding[] => {
      budget.charge(NAME_STEPS + group.withPatterns.length);
      const finding = (code: Finding['code'], keyword = ''): Finding => ({
        path: pointerTo(pointerTo(pointer, 'required'), index),
        code,
        params: { name: shownName(name), keyword },
        misspelt: { given: name, known },
      });
      if (isClosed)
        return patterns.match(subschema, name) ? [] : [finding('schema_required_impossible', 'additionalProperties')];
      const isDefined =
        group.definesAnyName ||
        group.names.has(name) ||
        group.withPatterns.some((member) => patterns.match(member, name));
      if (isDefined) return [];
      if (isClosedForGroup) return [finding('schema_required_impossible', 'unevaluatedProperties')];
      return group.isDescribed ? [finding('schema_required_undefined')] : [];
    });
  });
}

interface RequiredName {
  readonly name: string;
  readonly index: number;
}

/** The names in `required` that are not in `properties` beside it. */
function undefinedIn({ schema }: Subschema): RequiredName[] {
  const properties = memberOf(schema, 'properties');
  return listOf(memberOf(schema, 'required')).flatMap((name, index) =>
    typeof name !== 'string' || (isObject(properties) && Object.hasOwn(properties, name)) ? [] : [{ name, index }],
  );
}

function propertyNames({ schema }: Subschema): readonly string[] {
  const properties = memberOf(schema, 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

/** The pointers of all schemas in a condition, at any depth. */
function conditionPointers(all: readonly Subschema[]): ReadonlySet<string> {
  const found = new Set<string>();
  // Outer schemas come before inner ones.
  for (const { schema, pointer } of all) {
    const conditions = CONDITIONS.map((keyword) => pointerTo(pointer, keyword));
    for (const inner of subschemasOf(schema, pointer))
      if (found.has(pointer) || conditions.includes(inner.pointer)) found.add(inner.pointer);
  }
  return found;
}

/** Schemas that apply to the same value, through `allOf`, `then`, `$ref` and so on. */
interface SameValueGroup {
  readonly withPatterns: readonly Subschema[];
  readonly names: ReadonlySet<string>;
  /** Whether a schema for further properties describes them. */
  readonly definesAnyName: boolean;
  /** Whether further properties are allowed expressly. */
  readonly allowsAnyName: boolean;
  /** Whether the group describes its value. Others only ask which members there are, beside a description elsewhere. */
  readonly isDescribed: boolean;
}

class SameValueGroups {
  private readonly root: string;
  private readonly byPointer: ReadonlyMap<string, Subschema>;
  private readonly links = new Map<string, string[]>();
  private readonly groups = new Map<string, SameValueGroup>();

  constructor(all: readonly Subschema[], references: LocalReferences) {
    this.root = all[0]?.pointer ?? '';
    this.byPointer = new Map(all.map((subschema) => [subschema.pointer, subschema]));
    for (const subschema of all)
      for (const target of references.appliedToSameValue(subschema)) {
        this.link(subschema.pointer, target);
        this.link(target, subschema.pointer);
      }
  }

  of(pointer: string): SameValueGroup {
    const known = this.groups.get(pointer);
    if (known !== undefined) return known;
    const reached = new Set([pointer]);
    // A set also iterates over the members that are added meanwhile.
    for (const next of reached) for (const linked of this.links.get(next) ?? []) reached.add(linked);
    const members = [...reached].flatMap((member) => this.byPointer.get(member) ?? []);
    const further = members.flatMap(({ schema }) => [
      memberOf(schema, 'additionalProperties'),
      memberOf(schema, 'unevaluatedProperties'),
    ]);
    const names = new Set(members.flatMap(propertyNames));
    const group: SameValueGroup = {
      withPatterns: members.filter(({ schema }) => memberOf(schema, 'patternProperties') !== undefined),
      names,
      definesAnyName: further.some(isObject),
      allowsAnyName: further.includes(true),
      isDescribed: names.size > 0 || reached.has(this.root),
    };
    for (const member of reached) this.groups.set(member, group);
    return group;
  }

  private link(from: string, to: string): void {
    const known = this.links.get(from);
    if (known === undefined) this.links.set(from, [to]);
    else known.push(to);
  }
}

/** Compares names with the patterns in `patternProperties`. */
class PatternComparison {
  private readonly compiled = new Map<Subschema, readonly LinearPattern[]>();

  constructor(private readonly budget: StepBudget) {}

  match(subschema: Subschema, name: string): boolean {
    const patterns = this.patternsOf(subschema);
    if (patterns.length > 0 && name.length > MAX_COMPARED_CHARACTERS) return true;
    return patterns.some((pattern) => pattern.test(name, this.budget.charge));
  }

  private patternsOf(subschema: Subschema): readonly LinearPattern[] {
    const known = this.compiled.get(subschema);
    if (known !== undefined) return known;
    const declared = memberOf(subschema.schema, 'patternProperties');
    const patterns = isObject(declared) ? Object.keys(declared).map(linearPattern) : [];
    this.compiled.set(subschema, patterns);
    return patterns;
  }
}
