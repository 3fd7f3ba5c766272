/**
 * Parses a manifest's YAML (1.2, no custom tags, no duplicate keys, bounded aliases) to JSON, and locates each member
 * in the text. JSON is a subset of YAML, so `.json` files are parsed the same way.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import { isExactNumber, type Problem } from '@kushk/contracts';
import { MAX_DEPTH } from './json-safety.js';
import { pointerSegments, pointerTo } from './pointer.js';
import { MAX_PROBLEMS, problemOf } from './problem.js';
import { readTokens, type TextFinding } from './yaml-tokens.js';

/** The longest text of a manifest that the hub stores beside it; real manifests are a tenth of it. */
export const SOURCE_MAX_CODE_POINTS = 100_000;
/** The maximum number of values and of blocks of 64 characters in a document after its aliases are expanded. */
export const MAX_VALUES = 100_000;
/** Tags that only repeat the type of an untagged value. */
const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

/** A position in the text. Lines and columns count from 1. Columns are in UTF-16 units, as in editors. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
type Locate = (pointer: string) => Position | null;

interface ParsedYaml {
  /** Null if there are problems. */
  readonly manifest: unknown;
  /** Problems of the YAML, with line and column, in the order of the text. */
  readonly problems: Problem[];
  /**
   * The position of a member's key, or of an item's value in a list. A missing member has the position of its nearest
   * ancestor.
   */
  readonly locate: Locate;
}

/** A value with its offset in the text. `size` counts its values and blocks of text, with aliases expanded. */
interface LocatedValue {
  readonly value: unknown;
  readonly offset: number;
  readonly size: number;
  readonly height: number;
  readonly members: ReadonlyMap<string, LocatedValue>;
}

/** Parses the text of a manifest. Never throws, whatever the text is. */
export function parseManifestYaml(text: string): ParsedYaml {
  const { value, problems, locate } = readYaml(text);
  return { manifest: problems.length === 0 ? value : null, problems, locate };
}

/**
 * Like {@link parseManifestYaml}, but returns a value also for a text with duplicate keys, with tags, or with keys
 * that are not strings.
 */
export function readYaml(text: string): {
  readonly value: unknown;
  readonly problems: Problem[];
  readonly locate: Locate;
} {
  const { tokens, finding, lineStarts } = readTokens(text);
  const positionOf = (offset: number): Position => position(lineStarts, offset);
  const failed = (findings: readonly TextFinding[]) => ({
    value: null,
    problems: problemsOf(findings, positionOf),
    locate: () => null,
  });
  if (finding !== null) return failed([finding]);
  // Parsed without known tags, because some tags of YAML 1.1 throw or create values that JSON does not have.
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document] = [...composer.compose(tokens, false, text.length)];
  if (document === undefined || document.contents === null)
    return failed([{ path: '', code: 'yaml_empty', offset: 0 }]);
  if (document.errors.length > 0) {
    // The parser guesses after the first error, so the further ones are mostly its consequences.
    return failed(
      document.errors
        .slice(0, 1)
        .map(({ message, pos: [offset] }) => ({ path: '', code: 'yaml_syntax', params: { reason: message }, offset })),
    );
  }
  const reader = new NodeReader();
  const root = reader.read(document.contents as ParsedNode, '');
  if (root === null) return failed(reader.findings);
  return {
    value: root.value,
    problems: problemsOf(reader.findings, positionOf),
    locate: (pointer) => positionOf(offsetOf(root, pointer)),
  };
}

/** Converts YAML nodes to values. An alias shares the value of its anchor, so detecting an alias bomb is cheap. */
class NodeReader {
  readonly findings: TextFinding[] = [];
  private readonly anchors = new Map<string, LocatedValue>();

  /** Null if the document cannot be converted completely. */
  read(node: ParsedNode | null, path: string): LocatedValue | null {
    if (node === null) return { value: null, offset: 0, size: 1, height: 0, members: new Map() };
    const [offset] = node.range;
    if (isAlias(node)) return this.alias(node.source, offset, path);
    this.tag(node, path);
    if (node.anchor !== undefined) this.anchors.delete(node.anchor);
    const located = this.content(node, path, offset);
    if (located === null) return null;
    if (located.size > MAX_VALUES)
      return this.stop({ path, code: 'yaml_alias_bomb', params: { limit: MAX_VALUES }, offset });
    if (located.height > MAX_DEPTH) return this.stop({ path, code: 'too_deep', params: { limit: MAX_DEPTH }, offset });
    if (node.anchor !== undefined) this.anchors.set(node.anchor, located);
    return located;
  }

  private content(node: ParsedNode, path: string, offset: number): LocatedValue | null {
    if (isMap(node)) return this.mapping(node, path, offset);
    if (isSeq(node)) return this.sequence(node, path, offset);
    const value = isScalar(node) ? node.value : null;
    if (isScalar(node) && typeof value === 'number' && Number.isFinite(value) && !isExactNumber(node.source, value))
      this.findings.push({ path, code: 'number_not_exact', offset });
    const size = 1 + (typeof value === 'string' ? blocksOf(value) : 0);
    return { value, offset, size, height: 0, members: new Map() };
  }

  private alias(anchor: string, offset: number, path: string): LocatedValue | null {
    const target = this.anchors.get(anchor);
    return target === undefined
      ? this.stop({ path, code: 'yaml_alias', params: { anchor }, offset })
      : { ...target, offset };
  }

  private mapping(map: YAMLMap.Parsed, path: string, offset: number): LocatedValue | null {
    const members = new Map<string, LocatedValue>();
    for (const { key, value } of map.items) {
      const keyOffset = key === null ? offset : key.range[0];
      const name = isScalar(key) && typeof key.value === 'string' ? key.value : null;
      if (name === null) {
        this.findings.push({ path, code: 'yaml_key_not_text', offset: keyOffset });
        continue;
      }
      const pointer = pointerTo(path, name);
      this.tag(key, pointer);
      if (members.has(name)) this.findings.push({ path: pointer, code: 'yaml_duplicate_key', offset: keyOffset });
      const located = this.read(value, pointer);
      if (located === null) return null;
      members.set(name, { ...located, offset: keyOffset });
    }
    // `fromEntries` defines members, so `__proto__` becomes an ordinary key, which the checks reject.
    return collection(Object.fromEntries([...members].map(([name, { value }]) => [name, value])), offset, members);
  }

  private sequence(seq: YAMLSeq.Parsed, path: string, offset: number): LocatedValue | null {
    const members = new Map<string, LocatedValue>();
    for (const [index, item] of seq.items.entries()) {
      const located = this.read(item, pointerTo(path, index));
      if (located === null) return null;
      members.set(String(index), located);
    }
    return collection(
      [...members.values()].map(({ value }) => value),
      offset,
      members,
    );
  }

  private tag(node: ParsedNode | null, path: string): void {
    if (node === null || isAlias(node) || node.tag === undefined || CORE_TAG.test(node.tag)) return;
    this.findings.push({ path, code: 'yaml_tag', params: { tag: node.tag }, offset: node.range[0] });
  }

  private stop(finding: TextFinding): null {
    this.findings.push(finding);
    return null;
  }
}

function collection(value: unknown, offset: number, members: ReadonlyMap<string, LocatedValue>): LocatedValue {
  let [size, height] = [1, 0];
  for (const [name, member] of members) {
    size += member.size + blocksOf(name);
    height = Math.max(height, member.height + 1);
  }
  return { value, offset, size, height, members };
}

function blocksOf(text: string): number {
  return text.length >> 6;
}

function offsetOf(root: LocatedValue, pointer: string): number {
  let located = root;
  for (const segment of pointerSegments(pointer)) {
    const member = located.members.get(segment);
    if (member === undefined) break;
    located = member;
  }
  return located.offset;
}

function problemsOf(findings: readonly TextFinding[], positionOf: (offset: number) => Position): Problem[] {
  return [...findings]
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, ...finding }) => ({ ...problemOf('submission', finding), ...positionOf(offset) }));
}

/** Finds the last line that starts at or before the offset, by binary search. */
function position(lineStarts: readonly number[], offset: number): Position {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(offset - (lineStarts[low] ?? 0), 0) + 1 };
}
