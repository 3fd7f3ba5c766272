/**
 * A manifest's YAML (contract §4: 1.2, no custom tags, no duplicate keys, bounded aliases) as JSON that knows where in
 * the text each of its members stands. JSON is YAML, so a `.json` file is read the same way.
 */
import { Composer, isAlias, isMap, isScalar, isSeq, type ParsedNode, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Problem } from '@kushk/contracts';
import { MAX_DEPTH } from './json-safety.js';
import { pointerSegments, pointerTo } from './pointer.js';
import { MAX_PROBLEMS, problemOf } from './problem.js';
import { readTokens, type FindingInText } from './yaml-tokens.js';

/** How many values a document may have when its aliases are written out. */
export const MAX_VALUES = 100_000;
/** Tags that only say what a plain value is anyway. */
const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;

/** Lines and columns count from 1; columns in UTF-16 units, as editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}
export type Locate = (pointer: string) => Position | null;

export interface ParsedYaml {
  /** Null where there are problems. */
  readonly manifest: unknown;
  /** Of the text itself, with line and column, in the order of the text. */
  readonly problems: Problem[];
  /** Where a member stands (its key; for members of lists the value); the nearest that exists for what is missing. */
  readonly locate: Locate;
}

/** A value with its place. `size` counts the values in it as if aliases were written out. */
interface Located {
  readonly value: unknown;
  readonly offset: number;
  readonly size: number;
  readonly height: number;
  readonly members: ReadonlyMap<string, Located>;
}

/** Reads the text of a manifest. Never throws for what stands in it. */
export function parseManifestYaml(text: string): ParsedYaml {
  const { value, problems, locate } = readYaml(text);
  return { manifest: problems.length === 0 ? value : null, problems, locate };
}

/** Like {@link parseManifestYaml}, with `value` also where duplicate keys, tags or odd keys were found on the way. */
export function readYaml(text: string): {
  readonly value: unknown;
  readonly problems: Problem[];
  readonly locate: Locate;
} {
  const { tokens, finding, lineStarts } = readTokens(text);
  const positionOf = (offset: number): Position => position(lineStarts, offset);
  const failed = (findings: readonly FindingInText[]) => ({
    value: null,
    problems: problemsOf(findings, positionOf),
    locate: () => null,
  });
  if (finding !== null) return failed([finding]);
  // No tag is known: some of YAML 1.1 would make values that are no JSON, or throw where they do not fit.
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
    return failed(
      document.errors
        .slice(0, MAX_PROBLEMS)
        .map(({ message, pos: [offset] }) => ({ path: '', code: 'yaml_syntax', params: { reason: message }, offset })),
    );
  }
  const reader = new Reader();
  const root = reader.read(document.contents as ParsedNode, '');
  if (root === null) return failed(reader.findings);
  return {
    value: root.value,
    problems: problemsOf(reader.findings, positionOf),
    locate: (pointer) => positionOf(offsetOf(root, pointer)),
  };
}

/** Turns nodes into values. An alias shares what its anchor was read as, so a bomb of aliases costs nothing to notice. */
class Reader {
  readonly findings: FindingInText[] = [];
  private readonly anchors = new Map<string, Located>();

  /** Null where the document cannot be read to the end. */
  read(node: ParsedNode | null, path: string): Located | null {
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

  private content(node: ParsedNode, path: string, offset: number): Located | null {
    if (isMap(node)) return this.mapping(node, path, offset);
    if (isSeq(node)) return this.sequence(node, path, offset);
    return { value: isScalar(node) ? node.value : null, offset, size: 1, height: 0, members: new Map() };
  }

  private alias(anchor: string, offset: number, path: string): Located | null {
    const known = this.anchors.get(anchor);
    return known === undefined
      ? this.stop({ path, code: 'yaml_alias', params: { anchor }, offset })
      : { ...known, offset };
  }

  private mapping(map: YAMLMap.Parsed, path: string, offset: number): Located | null {
    const members = new Map<string, Located>();
    for (const { key, value } of map.items) {
      const place = key === null ? offset : key.range[0];
      const name = isScalar(key) && typeof key.value === 'string' ? key.value : null;
      if (name === null) {
        this.findings.push({ path, code: 'yaml_key_not_text', offset: place });
        continue;
      }
      const pointer = pointerTo(path, name);
      this.tag(key, pointer);
      if (members.has(name)) this.findings.push({ path: pointer, code: 'yaml_duplicate_key', offset: place });
      const located = this.read(value, pointer);
      if (located === null) return null;
      members.set(name, { ...located, offset: place });
    }
    // fromEntries defines members, so that a key `__proto__` stays a key and is refused as one.
    return collection(Object.fromEntries([...members].map(([name, { value }]) => [name, value])), offset, members);
  }

  private sequence(seq: YAMLSeq.Parsed, path: string, offset: number): Located | null {
    const members = new Map<string, Located>();
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

  private stop(finding: FindingInText): null {
    this.findings.push(finding);
    return null;
  }
}

function collection(value: unknown, offset: number, members: ReadonlyMap<string, Located>): Located {
  let [size, height] = [1, 0];
  for (const member of members.values()) {
    size += member.size;
    height = Math.max(height, member.height + 1);
  }
  return { value, offset, size, height, members };
}

function offsetOf(root: Located, pointer: string): number {
  let place = root;
  for (const segment of pointerSegments(pointer)) {
    const member = place.members.get(segment);
    if (member === undefined) break;
    place = member;
  }
  return place.offset;
}

function problemsOf(findings: readonly FindingInText[], positionOf: (offset: number) => Position): Problem[] {
  return [...findings]
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ offset, ...finding }) => ({ ...problemOf('submission', finding), ...positionOf(offset) }));
}

/** The last line that starts at or before the offset, by halving. */
function position(lineStarts: readonly number[], offset: number): Position {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(offset - (lineStarts[low] ?? 0), 0) + 1 };
}
