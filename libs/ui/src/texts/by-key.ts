/** The shape in which a page loads its texts (`tools/generate/pages/texts-plugin.ts`). Pure. */

/** A literal part is its text alone, to save bytes. */
type Part = string | object;
/** A plain text or the syntax tree of a message. */
type Text = string | readonly Part[];
/** The texts by the parts of their keys; below the empty part is the text of a key that is the start of others. */
export interface CompiledTexts {
  readonly [part: string]: Text | CompiledTexts;
}

const isText = (node: Text | CompiledTexts): node is Text => typeof node === 'string' || Array.isArray(node);

/** Returns the texts by their whole keys. */
export function byKey(compiled: CompiledTexts, start = '', found = new Map<string, Text>()): ReadonlyMap<string, Text> {
  for (const [part, node] of Object.entries(compiled)) {
    const key = part === '' ? start : start === '' ? part : `${start}.${part}`;
    if (isText(node)) found.set(key, node);
    else byKey(node, key, found);
  }
  return found;
}
