import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { codeEntry } from '@kushk/edge';
import { parse } from 'yaml';
import { errorDocuments, type Remedies } from './error-pages.js';

const ROOT = new URL('../../../', import.meta.url);
const SERVICES = ['catalogue', 'review', 'installation', 'wallet', 'workspace', 'delivery', 'containers'];
/** Where a code is written: a refusal of a service or the gateway, a result of the MCP server, an error of the SDK. */
const CODE_PLACES = /(?:\brefuse\(|\bRefused\.\w+\(|\bcode(?:: KnownCode)?(?::| =) )([^;]{0,160})/g;
const CODE = /'([a-z_]+\.[a-z_]+)'/g;
/**
 * Where a plugin's own answers are written: the errors of the SDK, and the refusals of the templates without it. The
 * text after a place is not consumed, because another place may follow soon.
 */
const ANSWER_PLACES =
  /(?:\bHttpError\(|\bRefused[({]|\banswer_?problem\(|\bcode := )(?=([^;]{0,160}))|\boutcome: ('[a-z]+\.failed')/gi;
const ANSWER_CODE = /['"]([a-z_]+\.[a-z_]+)['"]/g;
/** A log line has this outcome, and no answer. */
const LOGGED_ONLY = ['poll.failed'];
/** No response contains these: reactions to facts return them, or they are findings about a statement of the hub. */
const INTERNAL = /^(?:catalogue\.review_out_of_order|review\.not_requested|signature\..*|statement\..*)$/;

const remedies = parse(readFileSync(new URL('docs/guide/errors.yaml', ROOT), 'utf8')) as Remedies;

function codesIn(folder: string): readonly string[] {
  const base = new URL(`${folder}/`, ROOT);
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !/spec\.ts$|generated/.test(file));
  const places = sources.flatMap((file) => [...readFileSync(new URL(file, base), 'utf8').matchAll(CODE_PLACES)]);
  const codes = places.flatMap(([, text = '']) => [...text.matchAll(CODE)].map(([, code = '']) => code));
  return [...new Set(codes)];
}

/** The codes of the answers in files such as `plugin.ts`, without tests. */
function answersIn(folder: string, ending: string): readonly string[] {
  const base = new URL(`${folder}/`, ROOT);
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' });
  const sources = files.filter(
    (file) => file.endsWith(ending) && !/spec\.ts$|generated|tests\.py$|_test\.go$|^tests\//.test(file),
  );
  const places = sources.flatMap((file) => [...readFileSync(new URL(file, base), 'utf8').matchAll(ANSWER_PLACES)]);
  const texts = places.map(([, answer = '', outcome = '']) => `${answer} ${outcome}`);
  return [...new Set(texts.flatMap((text) => [...text.matchAll(ANSWER_CODE)].map(([, code = '']) => code)))];
}

const hasPage = (code: string): boolean =>
  remedies[code] !== undefined ||
  (codeEntry(code) !== null && remedies[code.split(/[._](?=not_found$)|\./).at(-1)!] !== undefined);

describe('the pages of error codes', () => {
  it('have a cause and a remedy in both languages for every code of the table', () => {
    for (const { causes, remedies: fixes } of errorDocuments(remedies).values())
      for (const text of [causes.fa, fixes.fa]) expect(text).toMatch(/[\u0600-\u06ff]/);
  });

  it.each([...SERVICES.map((name) => `apps/${name}/src`), 'apps/gateway/src/plugin', 'libs/plugin-sdk/src'])(
    'exist for every code of %s',
    (folder) => {
      const codes = codesIn(folder);
      expect(codes).not.toEqual([]);
      expect(codes.filter((code) => !hasPage(code) && !INTERNAL.test(code))).toEqual([]);
    },
  );

  it.each([
    ['libs/plugin-sdk/src', '.ts'],
    ['apps/cli/templates/python', '.py'],
    ['apps/cli/templates/go', '.go'],
    ['apps/cli/templates/php', '.php'],
  ])('exist for every code with which a plugin of %s answers', (folder, ending) => {
    const some = ['signature.invalid', 'issuer.untrusted', 'plugin.failed', 'tool.not_found'];
    const codes = answersIn(folder, ending).filter((code) => !LOGGED_ONLY.includes(code));
    expect(codes).toEqual(expect.arrayContaining(some));
    // Of the others that end so, the page of the family says all.
    const isGeneral = (code: string): boolean => /^(?:request|installation)\.not_found$/.test(code);
    expect(codes.filter((code) => remedies[code] === undefined && !isGeneral(code))).toEqual([]);
  });
});
