/**
 * A stored manifest is JSON; people read YAML. Prints it and remembers where each member stands, so that a problem
 * with a JSON Pointer has a line even where nobody kept the source text.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
}
export interface Printed {
  readonly text: string;
  readonly placeOf: (pointer: string) => Place;
}

const plainKey = /^[A-Za-z_][\w.-]*$/;
/** What YAML reads as it stands: no sign at either end that means something, and not another type in disguise. */
const plainText =
  /^(?![-?:,[\]{}#&*!|>'"%@`\s])(?!(?:true|false|null|yes|no|on|off|~)$)(?![\d.+-][\d.eE+_-]*$)[^\n:#]*(?:[:#](?=\S)[^\n:#]*)*(?<![\s:])$/iu;
const lineWidth = 100;

const scalar = (value: string | number | boolean | null): string =>
  typeof value === 'string' && plainText.test(value) ? value : JSON.stringify(value);
const keyText = (key: string): string => (plainKey.test(key) ? key : JSON.stringify(key));
const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
const isScalar = (value: Json): value is string | number | boolean | null =>
  value === null || typeof value !== 'object';
const entriesOf = (value: Json): [string, Json][] => Object.entries(value as object) as [string, Json][];

/** On one line, where it is short and holds nothing deep: `{ en: Invoices, fa: فاکتورها }`. */
function flow(value: Json, room: number): string | null {
  if (isScalar(value)) return scalar(value);
  const members = entriesOf(value);
  if (members.length === 0) return Array.isArray(value) ? '[]' : '{}';
  if (!members.every(([, one]) => isScalar(one) && !/[,[\]{}]/.test(scalar(one)))) return null;
  const text = Array.isArray(value)
    ? `[${members.map(([, one]) => scalar(one as string)).join(', ')}]`
    : `{ ${members.map(([key, one]) => `${keyText(key)}: ${scalar(one as string)}`).join(', ')} }`;
  return text.length <= room ? text : null;
}

export function printManifest(manifest: Json): Printed {
  const lines: string[] = [];
  const places = new Map<string, Place>();
  const note = (pointer: string, start: number, end: number): void =>
    void places.set(pointer, { line: lines.length + 1, column: start + 1, endColumn: end + 1 });

  function members(value: Json, pointer: string, depth: number, lead: string): void {
    const isList = Array.isArray(value);
    for (const [key, member] of entriesOf(value)) {
      const at = `${pointer}/${escape(key)}`;
      const indent = lead === '' ? '  '.repeat(depth) : lead;
      lead = '';
      const head = isList ? `${indent}- ` : `${indent}${keyText(key)}:`;
      const short = flow(member, lineWidth - head.length);
      if (short !== null) {
        const line = isList ? head + short : `${head} ${short}`;
        note(at, indent.length, line.length);
        if (!isScalar(member))
          for (const [inner] of entriesOf(member)) note(`${at}/${escape(inner)}`, indent.length, line.length);
        lines.push(line);
      } else if (isList && !Array.isArray(member)) {
        note(at, indent.length, indent.length + 1);
        members(member, at, depth + 1, head);
      } else {
        note(at, indent.length, head.length);
        lines.push(head.trimEnd());
        members(member, at, depth + 1, '');
      }
    }
  }
  members(manifest, '', 0, '');
  /** The member itself, or the nearest one around it that is there. */
  const placeOf = (pointer: string): Place => {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const place = places.get(at);
      if (place) return place;
    }
    return { line: 1, column: 1, endColumn: 1 };
  };
  return { text: `${lines.join('\n')}\n`, placeOf };
}
