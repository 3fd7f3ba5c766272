import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { checkSource, parseManifestYaml } from './index.js';

const problemsOf = (text: string): string[] =>
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

describe('parsing the YAML of a manifest', () => {
  it('returns JSON, with comments, anchors and block scalars resolved', () => {
    const { manifest, problems } = parseManifestYaml(
      '# comment\na: &x [1, 2.5, true, null, on, ~]\nb: *x\nc: |\n  two\n  lines\n"d": {e: 0x10, f: 1_0, yes: no}\n',
    );
    expect(problems).toEqual([]);
    expect(manifest).toEqual({
      a: [1, 2.5, true, null, 'on', null],
      b: [1, 2.5, true, null, 'on', null],
      c: 'two\nlines\n',
      d: { e: 16, f: '1_0', yes: 'no' },
    });
  });

  it('locates the key of a member, a list item, or the nearest ancestor of a missing member', () => {
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
    ['a: 9007199254740993', 'number_not_exact 1:4'],
    ['a: [-0.12345678901234567890]', 'number_not_exact 1:5'],
    ['a: 1.00000000000000000001e3', 'number_not_exact 1:4'],
    ['a: 0x20000000000001', 'number_not_exact 1:4'],
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
  ])('rejects the text %j with the problem %s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
    expect(parseManifestYaml(text).manifest).toBeNull();
  });

  it('accepts numbers that a double has exactly, in every form of YAML', () => {
    const text = 'a: [9007199254740992, 0.1, +5, .5, 5., 1e3, 1.50, 0x1F, 0o17, -0, 19.99, 1e-7]';
    expect(parseManifestYaml(text).manifest).toEqual({
      a: [2 ** 53, 0.1, 5, 0.5, 5, 1_000, 1.5, 31, 15, -0, 19.99, 1e-7],
    });
  });

  it('accepts core tags and does not merge <<', () => {
    expect(parseManifestYaml('a: !!str 1\nb: !!map {}\nbase: &b {x: 1}\nc: {<<: *b}').manifest).toEqual({
      a: '1',
      b: {},
      base: { x: 1 },
      c: { '<<': { x: 1 } },
    });
  });

  it('accepts the directive %YAML 1.2 and rejects tags under it', () => {
    const { manifest, problems } = checkSource('%YAML 1.2\n---\nnames: { en: !!binary aGk= }\n', { production: true });
    expect([manifest, problems.filter(({ path }) => path === '/names/en').map(({ code }) => code)]).toEqual([
      null,
      ['yaml_tag'],
    ]);
  });

  it('returns __proto__ as an ordinary key, which the checks reject', () => {
    const { manifest } = parseManifestYaml('__proto__: {polluted: true}');
    expect(Object.keys(manifest as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('detects an alias bomb without expanding it', () => {
    const levels = Array.from(
      { length: 20 },
      (_unused, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(',')}]`,
    );
    expect(problemsOf(['l0: &l0 [x,x]', ...levels].join('\n'))).toEqual(['yaml_alias_bomb 6:9']);
    const [long, aliases] = ['x'.repeat(6_400), Array(1_000).fill('*a').join(',')];
    expect(problemsOf(`a: &a ${long}\nb: [${aliases}]`)).toEqual(['yaml_alias_bomb 2:4']);
    expect(problemsOf(`a: &a {${long}: 1}\nb: [${aliases}]`)).toEqual(['yaml_alias_bomb 2:4']);
  });

  const million = 1 << 20;
  // Each limit counts tokens or levels, so it bounds the work. The timeout only detects an endless loop.
  it.each([
    ['brackets', 'too_deep', '['.repeat(million)],
    ['dashes', 'too_deep', '- '.repeat(million / 2)],
    ['questions', 'too_deep', '? '.repeat(million / 2)],
    ['braces', 'too_deep', '{a: '.repeat(million / 4)],
    ['pairs', 'yaml_syntax', '[]'.repeat(million / 2)],
    ['anchors', 'yaml_too_complex', '&a '.repeat(million / 3)],
    ['tags', 'yaml_too_complex', '!a '.repeat(million / 3)],
    ['quotes', 'yaml_too_complex', '"'.repeat(million)],
    ['closing brackets', 'yaml_syntax', ']'.repeat(million)],
    ['comments', 'yaml_too_complex', '#\n'.repeat(million / 2)],
    ['documents', 'yaml_too_complex', '---\n'.repeat(million / 4)],
    ['directives', 'yaml_too_complex', '%a\n'.repeat(million / 3)],
    ['aliases', 'yaml_too_complex', `a: &a 1\nb: [${'*a,'.repeat(million / 3 - 10)}]`],
    ['keys', 'yaml_too_complex', Array.from({ length: 70_000 }, (_unused, index) => `k${index}: 1`).join('\n')],
  ])('stops parsing a megabyte of %s with the problem %s', (_name, code, text) => {
    expect([...new Set(parseManifestYaml(text).problems.map((problem) => problem.code))]).toEqual([code]);
  });

  it('returns any JSON document that was serialised as YAML or as JSON', () => {
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

  it('never throws, and returns only positions inside the text', () => {
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

describe('checking the text of a manifest', () => {
  it('returns the problems of both stages in the order of the text', () => {
    const { problems } = checkSource(INVOICES, { production: true });
    expect(problems.map(({ code, path, line, column, stage }) => ({ code, path, line, column, stage }))).toEqual([
      { code: 'type', path: '/version', line: 4, column: 1, stage: 'submission' },
      { code: 'base_url_not_https', path: '/base_url', line: 9, column: 1, stage: 'submission' },
      { code: 'service_undeclared', path: '/plans/0/rates/ocr.page', line: 14, column: 14, stage: 'instance' },
    ]);
  });

  it('returns YAML problems together with all other problems, and no manifest', () => {
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

  it('returns only the first syntax error of a text that is not YAML', () => {
    const texts = ['a: [', INVOICES.replace('  wallet', '\twallet'), INVOICES.replace('  - key', ' x\n  - key')];
    for (const text of texts)
      expect(checkSource(text, { production: true }).problems.map(({ code }) => code)).toEqual(['yaml_syntax']);
  });
});
