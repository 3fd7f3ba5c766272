/**
 * The text of a manifest: reads YAML (JSON is YAML), finds the place of each member, and prints a manifest of which
 * only the JSON is known. Imported only by lazy chunks, because the parser is large.
 */
import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Node,
  type Pair,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** A place in the text. Lines and columns count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The column after the last character that is meant, on the same line. */
  readonly endColumn: number;
}

/** A reason why the text is no YAML that a manifest may be. `detail` is the parser's own message, in English. */
export interface TextProblem extends Place {
  readonly code: 'empty' | 'too_large' | SyntaxCode | 'duplicate_key' | 'tag' | 'alias';
  readonly detail: string;
}
/** What is wrong with the syntax; `syntax` when only the parser's message says it. */
type SyntaxCode = 'syntax' | 'indent' | 'tab' | 'unclosed' | 'quote' | 'colon';

export interface ManifestText {
  /** The manifest as JSON; undefined when the text has problems. */
  readonly value: unknown;
  readonly problems: readonly TextProblem[];
  /** The place of the member at a JSON Pointer, or of its nearest ancestor that is in the text. */
  readonly placeOf: (pointer: string) => Place;
  /** The JSON Pointer of the member that a line belongs to; '' for none. */
  readonly pointerAt: (line: number) => string;
}

/** The service accepts no more in a body. */
const MAX_CHARACTERS = 1_048_576;
const MAX_ALIASES = 100;
/** Tags that only repeat the type of an untagged value. */
const CORE_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq)$/;
const START: Place = { line: 1, column: 1, endColumn: 1 };

const codes: Readonly<Record<string, TextProblem['code']>> = {
  DUPLICATE_KEY: 'duplicate_key',
  BAD_ALIAS: 'alias',
  TAB_AS_INDENT: 'tab',
  BAD_INDENT: 'indent',
  MULTILINE_IMPLICIT_KEY: 'colon',
  BLOCK_AS_IMPLICIT_KEY: 'colon',
};

/** One code of the parser covers several mistakes, which only its message tells apart. */
function codeOf({ code, message }: YAMLError): TextProblem['code'] {
  if (/(?:to end|and end) with a? ?[}\]]/.test(message)) return 'unclosed';
  if (/missing closing .quote/i.test(message)) return 'quote';
  return codes[code] ?? 'syntax';
}

/** The parser guesses after the first error of syntax, so the further ones are mostly its consequences. */
function firstOfSyntax(errors: readonly YAMLError[]): readonly YAMLError[] {
  const own = ({ code }: YAMLError): boolean => code === 'DUPLICATE_KEY' || code === 'BAD_ALIAS';
  const [first] = errors.filter((error) => !own(error));
  return first === undefined ? errors : [first];
}

/** Reads the text of a manifest. Never throws, whatever the text is. */
export function readManifest(text: string): ManifestText {
  const failed = (code: TextProblem['code'], detail = ''): ManifestText => ({
    value: undefined,
    problems: [{ code, detail, ...START }],
    placeOf: () => START,
    pointerAt: () => '',
  });
  if (text.length > MAX_CHARACTERS) return failed('too_large');
  if (text.trim() === '') return failed('empty');
  const lines = new LineCounter();
  const options = { version: '1.2', schema: 'core', resolveKnownTags: false, prettyErrors: false } as const;
  try {
    const document = parseDocument(text, { ...options, lineCounter: lines, logLevel: 'silent' });
    const place = (from: number, to: number): Place => placeAt({ lines, text }, from, to);
    const problems = [
      ...firstOfSyntax(document.errors).map((error) => ({
        code: codeOf(error),
        detail: error.message,
        ...place(...error.pos),
      })),
      ...tagsIn(document, place),
    ];
    const root = document.contents;
    const placeOf = (pointer: string): Place => placeOfMember(document, pointer, place);
    const pointerAt = (line: number): string => pointerOfLine(document, line, (from) => lines.linePos(from).line);
    if (problems.length > 0) return { value: undefined, problems, placeOf, pointerAt };
    if (root === null) return failed('empty');
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, problems, placeOf, pointerAt };
  } catch (error) {
    // Too many aliases, or too deep.
    return failed('alias', error instanceof Error ? error.message : '');
  }
}

type PlaceBetween = (from: number, to: number) => Place;

function tagsIn(document: Document.Parsed, place: PlaceBetween): readonly TextProblem[] {
  const found: TextProblem[] = [];
  visit(document, {
    Node: (_key, node) => {
      if (isAlias(node) || node.tag === undefined || CORE_TAG.test(node.tag)) return;
      const [from = 0, to = from] = node.range ?? [];
      found.push({ code: 'tag', detail: node.tag, ...place(from, to) });
    },
  });
  return found;
}

interface LinedText {
  readonly lines: LineCounter;
  readonly text: string;
}

/** A problem of several lines is marked on its first line alone. */
function placeAt({ lines, text }: LinedText, from: number, to: number): Place {
  const { line, col: column } = lines.linePos(from);
  const lineEnd = text.indexOf('\n', from);
  const end = Math.max(from, Math.min(to, lineEnd === -1 ? text.length : lineEnd));
  return { line: Math.max(line, 1), column: Math.max(column, 1), endColumn: Math.max(column, 1) + end - from };
}

function placeOfMember(document: Document.Parsed, pointer: string, place: PlaceBetween): Place {
  const root: Node | null = document.contents;
  let node = root;
  let found: Place | null = null;
  for (const segment of pointerSegments(pointer)) {
    const resolved: Node | null = isAlias(node) ? (node.resolve(document) ?? null) : node;
    const member = memberOf(resolved, segment);
    if (member === null) break;
    found = place(member.from, member.to);
    node = member.value;
  }
  return found ?? (root?.range ? place(root.range[0], root.range[0]) : START);
}

interface LinedMember {
  readonly segment: string;
  readonly line: number;
  readonly value: Node | null;
}

/** Goes down to the last member that begins at this line or before it, and stops at the first one on the line. */
function pointerOfLine(document: Document.Parsed, line: number, lineOf: (offset: number) => number): string {
  let pointer = '';
  let node: Node | null = document.contents;
  for (;;) {
    const before = membersOf(node, lineOf).filter((member) => member.line <= line);
    const member = before.find((one) => one.line === line) ?? before.at(-1);
    if (member === undefined) return pointer;
    pointer += `/${member.segment.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (member.line === line) return pointer;
    node = member.value;
  }
}

function membersOf(node: Node | null, lineOf: (offset: number) => number): readonly LinedMember[] {
  if (isMap(node))
    return (node as YAMLMap<Node, Node | null>).items.flatMap(({ key, value }) =>
      isScalar(key) && key.range ? [{ segment: String(key.value), line: lineOf(key.range[0]), value }] : [],
    );
  if (!isSeq(node)) return [];
  return (node as YAMLSeq<Node>).items.flatMap((value, index) =>
    value.range ? [{ segment: String(index), line: lineOf(value.range[0]), value }] : [],
  );
}

interface Member {
  readonly from: number;
  readonly to: number;
  readonly value: Node | null;
}

function memberOf(node: Node | null, segment: string): Member | null {
  if (isMap(node)) {
    const pair = (node as YAMLMap<Node, Node | null>).items.find(({ key }) => isScalar(key) && key.value === segment);
    return pair === undefined ? null : memberOfPair(pair);
  }
  if (!isSeq(node)) return null;
  const item = (node as YAMLSeq<Node>).items[Number(segment)];
  return item?.range ? { from: item.range[0], to: item.range[1], value: item } : null;
}

/** From the key to the end of a scalar value, or only the key of a value with members. */
function memberOfPair({ key, value }: Pair<Node, Node | null>): Member | null {
  if (!key.range) return null;
  const end = isScalar(value) && value.range ? value.range[1] : key.range[1];
  return { from: key.range[0], to: Math.max(end, key.range[1]), value };
}

function pointerSegments(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const LINE_WIDTH = 100;

/** Prints a manifest as YAML, short lists and objects on one line. */
export function printManifest(manifest: unknown): string {
  const document = new Document(manifest, { version: '1.2', aliasDuplicateObjects: false });
  visit(document, {
    Map: (_key, map) => inOneLine(map, map.items.length, document),
    Seq: (_key, seq) => inOneLine(seq, seq.items.length, document),
  });
  return document.toString({ lineWidth: LINE_WIDTH, indentSeq: true });
}

function inOneLine(collection: YAMLMap | YAMLSeq, members: number, document: Document): void {
  const values = isMap(collection) ? collection.items.map(({ value }) => value) : collection.items;
  const isShort = members > 0 && JSON.stringify(collection.toJS(document)).length < LINE_WIDTH / 2;
  // The members of the manifest itself stay on lines of their own.
  if (isShort && values.every((value) => isScalar(value)) && collection !== document.contents) collection.flow = true;
}
