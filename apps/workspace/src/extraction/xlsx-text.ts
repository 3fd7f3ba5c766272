import type { TextSink } from './text-sink.js';
import { readXml } from './xml-elements.js';
import { ZipFiles } from './zip-files.js';

const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
/** UTF-16 units of all strings that cells refer to. */
const STRINGS_MAX_LENGTH = 16 * 1024 * 1024;

/** Extracts the cells of an XLSX file: a line per row, with a tab between two cells. Values have no number format. */
export async function xlsxText(content: Buffer, sink: TextSink): Promise<void> {
  const files = await ZipFiles.open(content);
  const strings = await sharedStrings(files);
  const sheets = files.names.filter((name) => SHEET.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
  if (sheets.length === 0) throw new Error('the file has no sheet');
  for (const sheet of sheets) {
    await readSheet(files.read(sheet), strings, sink);
    sink.append('\n');
    if (sink.isFull) return;
  }
}

async function readSheet(pieces: AsyncIterable<Buffer>, strings: readonly string[], sink: TextSink): Promise<void> {
  let type = '';
  let value = '';
  let isValue = false;
  let hasCell = false;
  await readXml(pieces, {
    open: (name, attributes) => {
      if (name === 'row') hasCell = false;
      if (name === 'c') [type, value] = [attributes['t'] ?? 'n', ''];
      isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      isValue = false;
      if (name === 'row' && hasCell) sink.append('\n');
      if (name !== 'c' || value === '') return;
      sink.append(`${hasCell ? '\t' : ''}${cellText(type, value, strings)}`);
      hasCell = true;
    },
    isDone: () => sink.isFull,
  });
}

function cellText(type: string, value: string, strings: readonly string[]): string {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  return value;
}

async function sharedStrings(files: ZipFiles): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let length = 0;
  let isText = false;
  // Phonetic readings of a text are not a part of it.
  let isPhonetic = false;
  await readXml(files.read('xl/sharedStrings.xml'), {
    open: (name) => {
      if (name === 'si') current = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (text) => {
      if (isText) current += text;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      strings.push(current);
      length += current.length;
    },
    isDone: () => length > STRINGS_MAX_LENGTH,
  });
  return strings;
}

function numberOf(sheet: string): number {
  return Number(SHEET.exec(sheet)?.[1]);
}
