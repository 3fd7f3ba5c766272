/** Parses XML into a tree in which every element has its namespace, independent of the prefix that the sender chose. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface XmlElement {
  /** Namespace URI; empty when there is none. */
  readonly namespace: string;
  readonly name: string;
  /** Attributes by their name as written, without namespace declarations. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly inside the element, without surrounding spaces. */
  readonly text: string;
}

/** Thrown when the file is not XML that this plugin accepts. The message is for the person who manages the files. */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
}

interface RawNode {
  readonly [name: string]: RawNode[] | Readonly<Record<string, string>> | string;
}
type Prefixes = ReadonlyMap<string, string>;

const MAX_DEPTH = 60;
const ATTRIBUTES = ':@';
const TEXT = '#text';
const CDATA = '#cdata';

/** The parser expands no entities, and `parseXml` rejects a document type declaration: an invoice needs neither. */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: CDATA,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
});

/** Parses a document. Throws `UnreadableXml` when it is not well-formed or contains a document type declaration. */
export function parseXml(source: string): XmlElement {
  const text = source.replace(/^\ufeff/, '');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new UnreadableXml('a document type or entity declaration is not accepted');
  const wellFormed = XMLValidator.validate(text);
  if (wellFormed !== true) throw new UnreadableXml(describeFault(wellFormed.err));
  const roots = parsed(text).filter((node) => tagOf(node) !== null);
  const [root] = roots;
  if (root === undefined || roots.length > 1) throw new UnreadableXml('there must be exactly one root element');
  return resolveNames(root, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]));
}

/** For unclosed elements, the parser's error lists their names as JSON and has no line number. */
function describeFault({ msg, line }: { readonly msg: string; readonly line: number }): string {
  const open = /^Invalid '\[([\s\S]*)\]' found/.exec(msg)?.[1];
  return open === undefined
    ? `not well-formed, line ${line}: ${msg}`
    : `not well-formed: it ends inside ${open
        .replace(/["\s]+/g, ' ')
        .replace(/ ,/g, ',')
        .trim()}`;
}

function parsed(text: string): RawNode[] {
  try {
    return parser.parse(text) as RawNode[];
  } catch (error) {
    throw new UnreadableXml(error instanceof Error ? error.message : String(error));
  }
}

function resolveNames(node: RawNode, inherited: Prefixes): XmlElement {
  const tag = tagOf(node) ?? '';
  const raw = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, string>>).map(
    ([name, value]) => [name, decode(value)] as const,
  );
  const declared = raw.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  const prefixes =
    declared.length === 0
      ? inherited
      : new Map([...inherited, ...declared.map(([name, uri]) => [name.slice('xmlns:'.length), uri] as const)]);
  const [prefix, name] = tag.includes(':')
    ? [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)]
    : ['', tag];
  const namespace = prefixes.get(prefix);
  if (namespace === undefined && prefix !== '') throw new UnreadableXml(`the prefix ${prefix} is not declared`);
  const content = node[tag] as RawNode[];
  return {
    namespace: namespace ?? '',
    name,
    attributes: Object.fromEntries(raw.filter(([attribute]) => !attribute.startsWith('xmlns'))),
    children: content.filter((child) => tagOf(child) !== null).map((child) => resolveNames(child, prefixes)),
    text: content.map(textOf).join('').trim(),
  };
}

/** Returns null for a node that is text, CDATA or a comment. */
function tagOf(node: RawNode): string | null {
  return Object.keys(node).find((key) => key !== ATTRIBUTES && !key.startsWith('#')) ?? null;
}

function textOf(node: RawNode): string {
  if (typeof node[TEXT] === 'string') return decode(node[TEXT]);
  const cdata = node[CDATA];
  return Array.isArray(cdata) ? cdata.map((part) => (typeof part[TEXT] === 'string' ? part[TEXT] : '')).join('') : '';
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the five predefined XML entities and numeric character references, each once: `&amp;lt;` becomes `&lt;`. */
function decode(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|([A-Za-z]{1,8}));/g,
    (whole, ...groups: (string | undefined)[]) => {
      const [decimal, hex, name] = groups;
      if (name !== undefined) return NAMED_ENTITIES[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
    },
  );
}
