import { describe, expect, it } from '@jest/globals';
import { officeFile } from '../../test/example-files.js';
import { TextSink } from './text-sink.js';
import { xlsxText } from './xlsx-text.js';

type Parts = Readonly<Record<string, string>>;
const textOf = async (parts: Parts): Promise<string> => {
  const sink = new TextSink(10_000);
  await xlsxText(await officeFile('spreadsheetml.sheet', parts), sink);
  return sink.text().trim();
};
const sheet = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`;
const SHEET = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
const ofCells = (cells: string, parts: Parts = {}) =>
  textOf({ 'xl/workbook.xml': '<workbook/>', [SHEET]: sheet(cells), ...parts });

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const workbook = (sheets: readonly string[], properties = '') =>
  `<workbook xmlns:r="${OFFICE}">${properties}<sheets>${sheets.map((id) => `<sheet name="${id}" r:id="${id}"/>`).join('')}</sheets></workbook>`;
const WORKBOOK_RELS = 'xl/_rels/workbook.xml.rels';
const strings = (...items: readonly string[]) => `<sst>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`;
const shared = '<c t="s"><v>0</v></c>';

describe('xlsxText', () => {
  it.each<[string, string, string]>([
    ['shared strings', '<c r="A1"><v>12</v></c><c r="B1"><v>0.5</v></c>', '12\t0.5'],
    ['styles', '<c s="3"><v>12</v></c>', '12'],
    ['shared strings, though cells refer to them', `${shared}<c><v>1</v></c>`, '1'],
    ['values', '<c r="A1" s="1"/><c><v></v></c><c><v>1</v></c>', '1'],
    ['types of cells', '<c><f>1+1</f><v>2</v></c>', '2'],
    ['the text of an inline string', '<c t="inlineStr"/><c t="inlineStr"><is/></c><c><v>1</v></c>', '1'],
    ['the index of a shared string', '<c t="s"/><c t="s"><v/></c><c><v>1</v></c>', '1'],
    ['the string of an index', `<c t="s"><v>99</v></c><c><v>1</v></c>`, '1'],
    ['cells between others', '<c r="A1"><v>1</v></c><c r="C1"><v>3</v></c>', '1\t3'],
    [
      'white space that matters',
      '<c t="inlineStr">\n<is>\n<t>a</t>\n</is>\n</c><c t="inlineStr"><is><t><![CDATA[<b>]]></t></is></c>',
      'a\t<b>',
    ],
  ])('reads a file without %s', async (_, cells, text) => {
    expect(await ofCells(cells)).toBe(text);
  });

  it.each([
    ['a_x000D_b_x005F_x0041_', 'a\rb_x0041_'],
    ['_x0041__x0042_', 'AB'],
    ['_xD83D__xDE00_', '😀'],
    ['_x000d_x', '\rx'],
    ['_xd_ _x41_ x0041_', '_xd_ _x41_ x0041_'],
    ['_x005F_x005F_', '_x005F_'],
    ['_x00G1_', '_x00G1_'],
    ['line_x000A_feed_x0009_tab', 'line\nfeed\ttab'],
    ['_X0041_', '_X0041_'],
    ['_x005f_x000D_', '_x000D_'],
    ['Order_x0023_5', 'Order#5'],
    ['__x0041_', '_A'],
    ['_x1F600_', '_x1F600_'],
  ])('decodes the escapes of %s', async (stored, text) => {
    const inline = `<c t="inlineStr"><is><t>|${stored}|</t></is></c>`;
    const formula = `<c t="str"><f>A1</f><v>|${stored}|</v></c>`;
    const parts = { [STRINGS]: strings(`<t>|${stored}|</t>`) };
    expect(await ofCells(`${shared}${inline}${formula}`, parts)).toBe(Array(3).fill(`|${text}|`).join('\t'));
  });

  it('reads strings of several runs, without their phonetic readings', async () => {
    const runs = '<r><t>東</t></r><r><t xml:space="preserve">京 </t></r><rPh sb="0" eb="1"><t>トウキョウ</t></rPh>';
    expect(await ofCells(`${shared}<c t="inlineStr"><is>${runs}</is></c>`, { [STRINGS]: strings(runs) })).toBe(
      '東京 \t東京',
    );
  });

  it('reads booleans, errors, cached values and ISO dates as a person reads them', async () => {
    const cells = [
      '<c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="b"><v>true</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>A1&amp;B1</f><v>ab</v></c>',
      '<c t="d"><v>2020-11-23T00:00:00</v></c><c t="d"><v>2020-11-23T09:30:00</v></c>',
    ];
    expect(await ofCells(cells.join(''))).toBe('TRUE\tFALSE\tTRUE\t#DIV/0!\tab\t2020-11-23\t2020-11-23T09:30:00');
  });

  it('writes numbers by the format of their cell', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd;@"/><numFmt numFmtId="1" formatCode="MM/dd/yyyy"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="10"/></cellStyleXfs>' +
      '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="1"/><xf/></cellXfs></styleSheet>';
    const cells = [0, 1, 2, 3, 4, 5, 6].map((style) => `<c s="${style}"><v>${style === 3 ? 0.25 : 44158}</v></c>`);
    const parts = { 'xl/styles.xml': styles };
    expect(await ofCells(cells.join(''), parts)).toBe('44158\t2020-11-23\t2020-11-23\t25%\t2020-11-23\t44158\t44158');
    const is1904 = { ...parts, 'xl/workbook.xml': '<workbook><workbookPr date1904="1"/></workbook>' };
    expect(await ofCells('<c s="1"><v>42696</v></c>', is1904)).toBe('2020-11-23');
  });

  it.each<[string, Parts]>([
    [
      'in the order of the workbook, under any name',
      {
        'xl/workbook.xml': workbook(['b', 'a']),
        [WORKBOOK_RELS]: `<Relationships>${relationship('a', 'worksheet', 'worksheets/sheet1.xml')}${relationship('b', 'worksheet', '/xl/pages/First.xml')}</Relationships>`,
        'xl/worksheets/sheet1.xml': sheet('<c><v>2</v></c>'),
        'xl/pages/first.xml': sheet('<c><v>1</v></c>'),
      },
    ],
    [
      'without sheets of charts and sheets that are missing',
      {
        'xl/workbook.xml': workbook(['a', 'b', 'c', 'd']),
        [WORKBOOK_RELS]: `<Relationships>${relationship('a', 'chartsheet', 'chartsheets/sheet1.xml')}${relationship('b', 'worksheet', 'worksheets/sheet1.xml')}${relationship('c', 'worksheet', 'worksheets/sheet9.xml')}</Relationships>`,
        'xl/chartsheets/sheet1.xml': sheet('<c><v>3</v></c>'),
        'xl/worksheets/sheet1.xml': sheet('<c><v>1</v></c></row><row><c><v>2</v></c>'),
      },
    ],
    [
      'by their usual names when no relationship names them',
      {
        'xl/workbook.xml': '<workbook/>',
        'xl/worksheets/Sheet10.xml': sheet('<c><v>2</v></c>'),
        'xl/worksheets/Sheet2.xml': sheet('<c><v>1</v></c>'),
      },
    ],
  ])('reads sheets %s', async (_, parts) => {
    expect((await textOf(parts)).replaceAll(/\n+/g, '\n')).toBe('1\n2');
  });

  it.each(['xl/SharedStrings.xml', 'xl\\sharedStrings.xml', '/xl/sharedStrings.xml'])(
    'finds shared strings that are named %s in the archive',
    async (name) => {
      const placeholder = '-'.repeat(name.length);
      const parts = { 'xl/workbook.xml': '<workbook/>', [SHEET]: sheet(shared), [placeholder]: strings('<t>نام</t>') };
      const file = await officeFile('spreadsheetml.sheet', parts);
      const sink = new TextSink(100);
      await xlsxText(Buffer.from(file.toString('latin1').replaceAll(placeholder, name), 'latin1'), sink);
      expect(sink.text().trim()).toBe('نام');
    },
  );
});
