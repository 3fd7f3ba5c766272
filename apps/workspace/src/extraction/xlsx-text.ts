import { numberText, type NumberFormat } from './number-format.js';
import { PACKAGE, relatedPart, relationships } from './office-package.js';
import type { TextSink } from './text-sink.js';
import { cellFormats } from './xlsx-styles.js';
import { readXml } from './xml-elements.js';
import { ZipFiles } from './zip-files.js';

const WORKBOOK = { kind: 'officeDocument', usually: 'xl/workbook.xml' };
const STRINGS = { kind: 'sharedStrings', usually: 'xl/sharedStrings.xml' };
const STYLES = { kind: 'styles', usually: 'xl/styles.xml' };
/** The usual names, for packages that do not relate their sheets to the workbook. */
const SHEET = /^xl\/worksheets\/sheet(\d+)\.xml$/;
/** UTF-16 units of all strings that cells refer to. */
const STRINGS_MAX_LENGTH = 16 * 1024 * 1024;
/** Characters that XML cannot have are escaped, and so is an underscore before what looks like an escape. */
const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

interface Workbook {
  readonly sheets: readonly string[];
  /** Whether day 0 is 1904-01-01. */
  readonly is1904: boolean;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
}
interface Cell {
  readonly type: string;
  readonly style: number;
  readonly value: string;
}

/**
 * Extracts the cells of an XLSX file in the order of its sheets: a line per row, with a tab between two cells. Formulas
 * have the value that they had when the file was saved.
 */
export async function xlsxText(content: Buffer, sink: TextSink): Promise<void> {
  const files = await ZipFiles.open(content);
  const workbook = await readWorkbook(files);
  if (workbook.sheets.length === 0) throw new Error('the file has no sheet');
  for (const sheet of workbook.sheets) {
    await readSheet(files.read(sheet), workbook, sink);
    sink.append('\n');
    if (sink.isFull) return;
  }
}

async function readWorkbook(files: ZipFiles): Promise<Workbook> {
  const part = relatedPart(files, await relationships(files, PACKAGE), WORKBOOK);
  const related = await relationships(files, part);
  const sheets: string[] = [];
  let is1904 = false;
  await readXml(files.read(part), {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      if (name !== 'sheet') return;
      const id = Object.keys(attributes).find((attribute) => attribute.endsWith(':id'));
      const sheet = related.get(attributes[id ?? ''] ?? '');
      if (sheet?.kind === 'worksheet' && files.has(sheet.part)) sheets.push(sheet.part);
    },
  });
  return {
    sheets: sheets.length > 0 ? sheets : sheetsByName(files),
    is1904,
    strings: await sharedStrings(files.read(relatedPart(files, related, STRINGS))),
    formats: await cellFormats(files.read(relatedPart(files, related, STYLES))),
  };
}

function sheetsByName(files: ZipFiles): readonly string[] {
  const numberOf = (name: string) => Number(SHEET.exec(name)?.[1]);
  return files.names.filter((name) => SHEET.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

async function readSheet(pieces: AsyncIterable<Buffer>, workbook: Workbook, sink: TextSink): Promise<void> {
  let type = '';
  let style = 0;
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  let hasCell = false;
  await readXml(pieces, {
    open: (name, attributes) => {
      if (name === 'row') hasCell = false;
      if (name === 'c') [type, style, value] = [attributes['t'] ?? 'n', Number(attributes['s'] ?? 0), ''];
      if (name === 'rPh') isPhonetic = true;
      isValue = (name === 'v' || name === 't') && !isPhonetic;
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'row' && hasCell) sink.append('\n');
      if (name !== 'c' || value === '') return;
      sink.append(`${hasCell ? '\t' : ''}${cellText({ type, style, value }, workbook)}`);
      hasCell = true;
    },
    isDone: () => sink.isFull,
  });
}

function cellText({ type, style, value }: Cell, { strings, formats, is1904 }: Workbook): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return isTrue(value) ? 'TRUE' : 'FALSE';
    case 'n':
      return numberText(value, formats[style] ?? { shows: 'number' }, is1904);
    case 'd':
      // An ISO date, which is at midnight when the cell has no time.
      return value.replace(/T00:00:00(\.0+)?Z?$/, '');
    default:
      return unescaped(value);
  }
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPED, (_, unit: string) => String.fromCharCode(parseInt(unit, 16)));
}

async function sharedStrings(pieces: AsyncIterable<Buffer>): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = '';
  let length = 0;
  let isText = false;
  // Phonetic readings of a text are not a part of it.
  let isPhonetic = false;
  await readXml(pieces, {
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
      strings.push(unescaped(current));
      length += current.length;
    },
    isDone: () => length > STRINGS_MAX_LENGTH,
  });
  return strings;
}
