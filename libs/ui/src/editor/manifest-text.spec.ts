import { describe, expect, it } from '@jest/globals';
import { printManifest, readManifest } from './manifest-text.js';

const text = `# ours
schema: "1"
names: { en: Invoices, fa: فاکتورها }
scopes:
  records.own: Keeps "them"
  a/b~c: odd
plans:
  - key: basic
    rates: { ocr.page: "0.25" }
`;
/** Each list has nine times the list before it. */
const manyAliases = [...'bcdefgh'].reduce(
  (lines, name, index) => `${lines}\n${name}: &${name} [${`*${'abcdefgh'[index]!},`.repeat(9)}]`,
  'a: &a [x, x]',
);
const at = (source: string, pointer: string): string => {
  const { line, column, endColumn } = readManifest(source).placeOf(pointer);
  return source.split('\n')[line - 1]!.slice(column - 1, endColumn - 1);
};

describe('the text of a manifest', () => {
  it('is read as YAML or JSON, with the place of every member', () => {
    expect(readManifest(text)).toMatchObject({ value: { plans: [{ rates: { 'ocr.page': '0.25' } }] }, problems: [] });
    expect(at(text, '/names/fa')).toBe('fa: فاکتورها');
    expect(at(text, '/scopes')).toBe('scopes');
    expect(at(text, '/scopes/a~1b~0c')).toBe('a/b~c: odd');
    expect(at(text, '/plans/0/rates/ocr.page')).toBe('ocr.page: "0.25"');
    const json = JSON.stringify({ plans: [{ key: 'a' }, { key: 'b' }] }, null, 2);
    expect(at(json, '/plans/1/key')).toBe('"key": "b"');
  });

  it('has the place of the nearest ancestor for a member that is missing', () => {
    expect(at(text, '/scopes/wallet.consume')).toBe('scopes');
    expect(readManifest(text).placeOf('/base_url')).toMatchObject({ line: 2, column: 1 });
  });

  it.each([
    ['empty', 1, ''],
    ['unclosed', 2, 'a: 1\nb: ['],
    ['unclosed', 2, 'names: { en: X\nscopes:\n  a: b'],
    ['quote', 2, 'a: "x\nb: 1'],
    ['tab', 2, 'a:\n\t- b'],
    ['indent', 3, 'a:\n  b: 1\n c: 2'],
    ['colon', 1, 'a: b: c'],
    ['syntax', 2, ' a: 1\nb: 2'],
    ['duplicate_key', 3, 'a: 1\nb: 2\na: 3'],
    ['tag', 1, 'a: !!binary aGk='],
    ['alias', 1, 'a: *b'],
    ['alias', 1, manyAliases],
    ['too_large', 1, 'x'.repeat(1_048_577)],
  ])('that no manifest may have is reported as %s in line %d', (code, line, source) => {
    expect(readManifest(source)).toMatchObject({ value: undefined, problems: [{ code, line }] });
    expect(readManifest(source).problems).toHaveLength(1);
  });

  it('is printed from JSON so that reading it returns the same', () => {
    const manifest = {
      schema: '1',
      version: '1.10',
      names: { en: 'yes', fa: 'بله: خیر # نه' },
      scopes: {},
      notes: 'two\nlines\n',
      records: [{ type: 'invoice', schema: { type: 'object', properties: { no: { type: ['string', 'null'] } } } }],
      big: { a: 'x'.repeat(300), b: null, c: -0.5, d: true },
    };
    const printed = printManifest(manifest);
    expect(readManifest(printed)).toMatchObject({ value: manifest, problems: [] });
    expect(printed).toContain('\nnames: { en: yes, fa: "بله: خیر # نه" }\n');
    expect(at(printed, '/records/0/schema/properties/no/type')).toBe('type');
  });
});

describe('the member of a line', () => {
  const text = `id: ir.acme.invoices
names: { en: Invoices, fa: فاکتورها }
scopes:
  # why it reads them
  cases.read: Finds the case
  records.own: >-
    Keeps the invoices
    it has read
tools:
  - name: find_invoice
    description: Finds one
a/b~c: 1
`;
  const { pointerAt, placeOf } = readManifest(text);

  it.each([
    [1, '/id'],
    [2, '/names'],
    [3, '/scopes'],
    [4, '/scopes'],
    [5, '/scopes/cases.read'],
    [7, '/scopes/records.own'],
    [10, '/tools/0'],
    [11, '/tools/0/description'],
    [12, '/a~1b~0c'],
  ])('of line %i is %s', (line, pointer) => {
    expect(pointerAt(line)).toBe(pointer);
    expect(placeOf(pointer).line).toBeLessThanOrEqual(line);
  });

  it('is the whole text when there is none', () => {
    expect(readManifest('').pointerAt(3)).toBe('');
  });
});
