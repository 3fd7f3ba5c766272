import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { checkSource, parseManifestYaml } from './index.js';

const told = (text: string): string[] =>
  parseManifestYaml(text).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

const INVOICES = `
schema: "1"
id: ir.acme.invoices
version: 1.4
publisher: acme
kind: external
plugin_api: "1.0"
names: { en: Invoices, fa: فاکتورها }
base_url: http://plugin.acme.ir
scopes:
  wallet.consume: Sells pages
plans:
  - key: basic
    rates: { ocr.page: "0.25" }
`;

describe('the YAML of a manifest', () => {
  it('is read as JSON, comments, anchors and block texts included', () => {
    const { manifest, problems } = parseManifestYaml(
      '# mine\na: &x [1, 2.5, true, null, on, ~]\nb: *x\nc: |\n  two\n  lines\n"d": {e: 0x10, f: 1_0, yes: no}\n',
    );
    expect(problems).toEqual([]);
    expect(manifest).toEqual({
      a: [1, 2.5, true, null, 'on', null],
      b: [1, 2.5, true, null, 'on', null],
      c: 'two\nlines\n',
      d: { e: 16, f: '1_0', yes: 'no' },
    });
  });

  it('knows where its members stand: the key, the member of a list, or the nearest there is', () => {
    const { locate } = parseManifestYaml(INVOICES);
    expect(locate('/version')).toEqual({ line: 4, column: 1 });
    expect(locate('/names/fa')).toEqual({ line: 8, column: 24 });
    expect(locate('/plans/0')).toEqual({ line: 13, column: 5 });
    expect(locate('/plans/0/rates/ocr.page')).toEqual({ line: 14, column: 14 });
    expect(locate('/plans/0/names/en')).toEqual({ line: 13, column: 5 });
    expect(locate('')).toEqual({ line: 2, column: 1 });
  });

  it.each([
    ['a: 1\nb: 2\na: 3', 'yaml_duplicate_key 3:1'],
    ['{x: {a: 1, a: 2}}', 'yaml_duplicate_key 1:12'],
    ['a: !secret x', 'yaml_tag 1:12'],
    ['a: !!binary eA==', 'yaml_tag 1:13'],
    ['a: !!js/function x', 'yaml_tag 1:18'],
    ['1: x', 'yaml_key_not_text 1:1'],
    ['true: x', 'yaml_key_not_text 1:1'],
    ['a:\n  ? [x]\n  : y', 'yaml_key_not_text 2:5'],
    ['a: *x', 'yaml_alias 1:4'],
    ['a: &x [*x]', 'yaml_alias 1:8'],
    ['a: [1', 'yaml_syntax 1:6'],
    ['a: "', 'yaml_syntax 1:5'],
    ['', 'yaml_empty 1:1'],
    ['# nothing', 'yaml_empty 1:1'],
    ['a: !!omap [b: 1]', 'yaml_tag 1:11'],
    ['a: !!pairs [b: 1]', 'yaml_tag 1:12'],
    ['a: !!set {b}', 'yaml_tag 1:10'],
    ['%YAML 1.1\n---\na: no', 'yaml_syntax 1:1'],
    ['%YAML 9.9\n---\na: 1', 'yaml_syntax 1:1'],
    ['\ufeff1: x', 'yaml_key_not_text 1:1'],
    ['\ufeffa: 1\n1: x', 'yaml_key_not_text 2:1'],
    ['a: 1\n---\nb: 2', 'yaml_documents 2:1'],
    ['\ta: 1', 'yaml_syntax 1:1'],
    [`${'['.repeat(70)}1${']'.repeat(70)}`, 'too_deep 1:68'],
    [`#${'é'.repeat(600_000)}`, 'yaml_too_large 1:1'],
  ])('%j is %s', (text, problem) => {
    expect(told(text)).toEqual([problem]);
    expect(parseManifestYaml(text).manifest).toBeNull();
  });

  it('allows core tags and does not take << for a merge', () => {
    expect(parseManifestYaml('a: !!str 1\nb: !!map {}\nbase: &b {x: 1}\nc: {<<: *b}').manifest).toEqual({
      a: '1',
      b: {},
      base: { x: 1 },
      c: { '<<': { x: 1 } },
    });
  });

  it('takes a tag for no licence to read something else, and YAML 1.2 by its name', () => {
    const { manifest, problems } = checkSource('%YAML 1.2\n---\nnames: { en: !!binary aGk= }\n', { production: true });
    expect([manifest, problems.filter(({ path }) => path === '/names/en').map(({ code }) => code)]).toEqual([
      null,
      ['yaml_tag'],
    ]);
  });

  it('keeps __proto__ a key, for the checks to refuse', () => {
    const { manifest } = parseManifestYaml('__proto__: {polluted: true}');
    expect(Object.keys(manifest as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('notices a bomb of aliases without writing it out', () => {
    const levels = Array.from(
      { length: 20 },
      (_unused, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(',')}]`,
    );
    expect(told(['l0: &l0 [x,x]', ...levels].join('\n'))).toEqual(['yaml_alias_bomb 6:9']);
  });

  const million = 1 << 20;
  it.each([
    ['brackets', '['.repeat(million)],
    ['dashes', '- '.repeat(million / 2)],
    ['questions', '? '.repeat(million / 2)],
    ['braces', '{a: '.repeat(million / 4)],
    ['pairs', '[]'.repeat(million / 2)],
    ['anchors', '&a '.repeat(million / 3)],
    ['tags', '!a '.repeat(million / 3)],
    ['quotes', '"'.repeat(million)],
    ['closing brackets', ']'.repeat(million)],
    ['comments', '#\n'.repeat(million / 2)],
    ['documents', '---\n'.repeat(million / 4)],
    ['directives', '%a\n'.repeat(million / 3)],
    ['aliases', `a: &a 1\nb: [${'*a,'.repeat(million / 3 - 10)}]`],
    ['keys', Array.from({ length: 70_000 }, (_unused, index) => `k${index}: 1`).join('\n')],
  ])('a megabyte of %s ends', (_name, text) => {
    const started = performance.now();
    parseManifestYaml(text);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('gives back what any JSON was written as, in YAML and in JSON', () => {
    const documents = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));
    fc.assert(
      fc.property(documents, (document) => {
        const json = JSON.stringify(document);
        expect(JSON.stringify(parseManifestYaml(json).manifest)).toBe(json);
        expect(
          parseManifestYaml(stringify(JSON.parse(json), { version: '1.2', aliasDuplicateObjects: false })).manifest,
        ).toEqual(JSON.parse(json));
      }),
      { numRuns: 300 },
    );
  });

  it('never throws and always gives positions inside the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            ':',
            ' ',
            '\n',
            '-',
            '[',
            ']',
            '{',
            '}',
            '"',
            "'",
            '&',
            '*',
            '!',
            '|',
            '?',
            '#',
            ',',
            '1',
            '%',
            '~',
            '\t',
          ),
        }),
        (text) => {
          for (const { line, column } of parseManifestYaml(text).problems) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(text.split('\n').length);
            expect(column).toBeGreaterThanOrEqual(1);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('the verdict on the text of a manifest', () => {
  it('tells the problems of both stages in the order of the text', () => {
    const { problems } = checkSource(INVOICES, { production: true });
    expect(problems.map(({ code, path, line, column, stage }) => ({ code, path, line, column, stage }))).toEqual([
      { code: 'type', path: '/version', line: 4, column: 1, stage: 'submission' },
      { code: 'base_url_not_https', path: '/base_url', line: 9, column: 1, stage: 'submission' },
      { code: 'service_undeclared', path: '/plans/0/rates/ocr.page', line: 14, column: 14, stage: 'instance' },
    ]);
  });

  it('tells what the YAML itself got wrong beside the rest, and gives no manifest then', () => {
    const { manifest, problems } = checkSource(
      INVOICES.replace('publisher: acme', 'publisher: acme\npublisher: other'),
      { production: false },
    );
    expect(manifest).toBeNull();
    expect(problems.map(({ code }) => code)).toEqual([
      'type',
      'yaml_duplicate_key',
      'base_url_not_https',
      'service_undeclared',
    ]);
  });

  it('tells only that the text cannot be read when it cannot', () => {
    expect(checkSource('a: [', { production: true }).problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
  });
});
