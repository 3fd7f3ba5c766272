/** Every mistake of docs/guide/mistakes.yaml is one, and the person reads what to do next. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { errorDocuments, type Remedies } from './error-pages.js';
import { escapeHtml, plainText, withCode } from './html.js';
import { mistakesPage, problemsOf, type Mistakes } from './mistakes-page.js';

const docs = new URL('../../../docs/', import.meta.url);
const read = <Value>(name: string): Value => parse(readFileSync(new URL(name, docs), 'utf8')) as Value;
const mistakes = read<Mistakes>('guide/mistakes.yaml');
const errors = errorDocuments(read<Remedies>('guide/errors.yaml'));
const remedies = read<Readonly<Record<string, { readonly fix: string; readonly fix_fa: string }>>>('guide/errors.yaml');

/** A message that says itself what to write. */
const instruction = /must |is required|did you mean|one of|needs the scope/;

describe('the mistakes of newcomers', () => {
  it('are at least forty, and none is listed twice', () => {
    const { mistakes: manifest, calls, codes, commands } = mistakes;
    const names = [...manifest, ...calls, ...codes, ...commands].map(({ en }) => en);
    expect(names.length).toBeGreaterThanOrEqual(60);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(mistakes.mistakes)('in the manifest: $en', (mistake) => {
    const problems = problemsOf(mistakes, mistake);
    for (const { line, message, message_fa, hint, hint_fa } of problems) {
      expect(line).toBeGreaterThan(0);
      expect(`${message}; ${hint ?? ''}`).toMatch(hint === undefined ? instruction : /;.{5}/);
      expect(`${message_fa}${hint_fa ?? ''}`).toMatch(/[\u0600-\u06FF]/);
    }
    // The page shows everything that the command prints.
    const { html } = mistakesPage(mistakes, { language: 'en', errors });
    expect(problems.filter(({ message }) => !html.includes(escapeHtml(message)))).toEqual([]);
  });

  // apps/e2e makes each of them with the real command, and compares the whole output.
  it.each(mistakes.commands)('on the command line: $en', ({ sees, exit }) => {
    expect(exit).toBeGreaterThan(0);
    expect(sees.en).toMatch(/what to do: |: \w+ .*|Did you mean|--help|must |\n {4}\w/);
    expect(sees.fa).toMatch(/[\u0600-\u06FF]/);
  });

  // The SDK's mistakes.spec.ts makes each of them, and compares answer and log.
  it.each(mistakes.calls)('in a call to a plugin: $en', ({ log, explained }) => {
    expect(log).toMatch(/Check |Synchronise |issues new credentials|use `|mount /);
    expect(explained.fa).toMatch(/[\u0600-\u06FF]/);
    for (const language of ['en', 'fa'] as const) {
      const { html } = mistakesPage(mistakes, { language, errors });
      expect(html).toContain(escapeHtml(log));
      expect(html.includes(withCode(explained.fa))).toBe(language === 'fa');
    }
  });

  it('are shown with commands that a reader of the guides can copy', () => {
    for (const language of ['en', 'fa'] as const) {
      const text = plainText(mistakesPage({ ...mistakes, calls: [] }, { language, errors }).html);
      expect(text).toContain('npx @kushk/cli release submit manifest.yaml');
      expect(text.match(/\bkushk [a-z]+ .{20}/g) ?? []).toEqual([]);
    }
    for (const { causes, remedies: fixes } of errors.values())
      for (const text of [causes, fixes].flatMap((both) => Object.values(both)))
        expect(text).not.toMatch(/\bkushk [a-z]/);
  });

  it.each(mistakes.codes)('in a call to the API: $en ($code)', ({ code }) => {
    expect(remedies[code]?.fix).toMatch(/.{20}/);
    expect(remedies[code]?.fix_fa).toMatch(/[\u0600-\u06FF]/);
  });
});
