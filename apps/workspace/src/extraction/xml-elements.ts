/** Reads XML piece by piece, without a tree in memory. Entities that a document declares itself are not expanded. */
import { SaxesParser } from 'saxes';
import { xmlEncoding } from './character-encoding.js';

interface XmlReader {
  /** `name` is the element's name without its prefix; `attributes` are by name with prefix. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Reading stops when it returns true. */
  readonly isDone?: () => boolean;
}

/** Reads nothing when there are no pieces, because many parts of a file are optional. Throws for malformed XML. */
export async function readXml(pieces: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.(localName(name), attributes));
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(xmlEncoding(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    if (reader.isDone?.() === true) return;
  }
  if (decoder === null) return;
  parser.write(decoder.decode());
  parser.close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
