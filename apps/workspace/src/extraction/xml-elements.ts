/** Reads XML piece by piece, without a tree in memory. Entities that a document declares itself are not expanded. */
import { SaxesParser } from 'saxes';

interface XmlReader {
  /** `name` is the element's name without its prefix; `attributes` are by name with prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Reading stops when it returns true. */
  readonly isDone?: () => boolean;
}

/** Throws when the XML is malformed. */
export async function readXml(pieces: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.(localName(name), attributes));
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  const decoder = new TextDecoder();
  for await (const piece of pieces) {
    parser.write(decoder.decode(piece, { stream: true }));
    if (reader.isDone?.() === true) return;
  }
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
