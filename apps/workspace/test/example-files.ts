/** Builds small files of the media types of sources, for tests. */
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** An image of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const CONTENT_TYPES = (main: string, type: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;
const RELATIONSHIPS = (main: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`;

/** A DOCX or XLSX file of these parts, by their names; more parts replace those of the same name. */
export async function officeFile(
  type: 'wordprocessingml.document' | 'spreadsheetml.sheet',
  parts: Readonly<Record<string, string | Buffer>>,
): Promise<Buffer> {
  const main = type === 'spreadsheetml.sheet' ? 'xl/workbook.xml' : 'word/document.xml';
  const usual = { '[Content_Types].xml': CONTENT_TYPES(main, type), '_rels/.rels': RELATIONSHIPS(main) };
  const zip = new ZipFile();
  for (const [name, content] of Object.entries({ ...usual, ...parts })) zip.addBuffer(Buffer.from(content), name);
  return await finished(zip);
}

/** A DOCX file with these paragraphs. `body` replaces the XML between the tags of the body. */
export async function docx(paragraphs: readonly string[], body?: Readable): Promise<Buffer> {
  const main = 'word/document.xml';
  const zip = openPackage(main, 'wordprocessingml.document');
  if (body !== undefined) zip.addReadStream(body, main);
  else zip.addBuffer(Buffer.from(docxMain(paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`))), main);
  return await finished(zip);
}

/** The main part of a DOCX file with this XML in its body. */
export function docxMain(xml: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${xml.join('')}</w:body></w:document>`;
}

/** An XLSX file with one sheet; texts are shared strings, as Excel writes them. */
export async function xlsx(rows: readonly (readonly (string | number)[])[]): Promise<Buffer> {
  const main = 'xl/workbook.xml';
  const zip = openPackage(main, 'spreadsheetml.sheet');
  const strings = [...new Set(rows.flat().filter((value) => typeof value === 'string'))];
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="s"><v>${strings.indexOf(value)}</v></c>`;
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  zip.addBuffer(Buffer.from('<workbook/>'), main);
  zip.addBuffer(Buffer.from(`<worksheet><sheetData>${sheet}</sheetData></worksheet>`), 'xl/worksheets/sheet1.xml');
  const items = strings.map((text) => `<si><t>${text}</t></si>`).join('');
  zip.addBuffer(Buffer.from(`<sst>${items}</sst>`), 'xl/sharedStrings.xml');
  return await finished(zip);
}

function openPackage(main: string, type: string): ZipFile {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(CONTENT_TYPES(main, type)), '[Content_Types].xml');
  zip.addBuffer(Buffer.from(RELATIONSHIPS(main)), '_rels/.rels');
  return zip;
}

async function finished(zip: ZipFile): Promise<Buffer> {
  zip.end();
  return await buffer(zip.outputStream as Readable);
}

/**
 * A PDF file with one line per text. As programs write them, glyphs stand from left to right, so right-to-left text is
 * in reverse order in the file, and a table maps glyphs to characters. `extraObjects` are appended to the others.
 */
export function pdfOf(lines: readonly string[], extraObjects: readonly string[] = []): Buffer {
  const glyphs = [...new Set(lines.flatMap((line) => [...line]))];
  const codeOf = (character: string) => hex(glyphs.indexOf(character) + 1);
  const map = glyphs.map((character) => `<${codeOf(character)}> <${hex(character.codePointAt(0)!)}>`).join('\n');
  const toUnicode = `begincmap /CMapType 2 def 1 begincodespacerange <0000> <FFFF> endcodespacerange ${glyphs.length} beginbfchar\n${map}\nendbfchar endcmap`;
  const shown = lines
    .map((line, row) => `1 0 0 1 50 ${700 - row * 20} Tm <${visual(line).map(codeOf).join('')}> Tj`)
    .join('\n');
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(`BT /F1 12 Tf ${shown} ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /DW 500 >>',
    stream(toUnicode),
    '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    ...extraObjects,
  ]);
}

/** A PDF file with these objects; the first one is the catalogue. */
export function pdfFile(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
  );
  return Buffer.from(parts.join(''), 'latin1');
}

function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

/** The characters from left to right: Persian text reversed, its numbers as they are. */
function visual(line: string): string[] {
  if (!/\p{Script=Arabic}/u.test(line)) return [...line];
  return [...line.replaceAll(/[\d۰-۹]+/gu, (digits) => [...digits].reverse().join(''))].reverse();
}
