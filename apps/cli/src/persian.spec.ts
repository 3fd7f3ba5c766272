import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { PERSIAN } from './persian.js';
import { PERSIAN_HELP } from './persian-help.js';
import { phrase, textOf } from './phrase.js';
import { programFor } from './program.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('spec.ts') && name !== 'phrase.ts',
);

/** The phrases in a source text, with `{0}`, `{1}`, … in place of the values. */
function phrasesIn(text: string): string[] {
  const found: string[] = [];
  for (const { index, 0: tag } of text.matchAll(/\b(?:translate|phrase)`/g)) {
    let [source, depth, values] = ['', 0, 0];
    for (let at = index + tag.length; depth > 0 || text[at] !== '`'; at += 1) {
      if (depth === 0 && text.startsWith('${', at)) {
        source += `{${values}}`;
        [depth, values, at] = [1, values + 1, at + 1];
      } else if (depth > 0) {
        if (text[at] === '{') depth += 1;
        if (text[at] === '}') depth -= 1;
      } else source += text[at];
    }
    found.push(source);
  }
  return found;
}

function helpTextsOf(command: Command): string[] {
  return [
    command.description(),
    ...command.options.map(({ description }) => description),
    ...command.registeredArguments.map(({ description }) => description),
    ...command.commands.flatMap(helpTextsOf),
  ].filter((text) => text !== '');
}

describe('the Persian texts', () => {
  it('translate every phrase with all its values', () => {
    const all = sources.flatMap((name) => phrasesIn(readFileSync(`${root}${name}`, 'utf8')));
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((source) => PERSIAN[source] === undefined)).toEqual([]);
    for (const [source, translation] of Object.entries(PERSIAN))
      expect([source, translation.match(/\{\d+\}/g)?.sort() ?? []]).toEqual([source, source.match(/\{\d+\}/g) ?? []]);
  });

  it('translate the whole help', () => {
    const missing = helpTextsOf(programFor(() => undefined)).filter((text) => PERSIAN_HELP[text] === undefined);
    expect(missing).toEqual([]);
    const help = programFor(() => undefined, 'fa').commands[0]!.commands[0]!.helpInformation();
    expect(help).toMatch(/^شیوهٔ استفاده:/);
    expect(help).toContain('بررسی مانیفست');
  });

  it('keep the values of a phrase', () => {
    const text = phrase`cannot read ${'a.yaml'} (${'ENOENT'})`;
    expect([textOf(text, 'en'), textOf(text, 'fa')]).toEqual([
      'cannot read a.yaml (ENOENT)',
      'خواندن a.yaml ممکن نیست (ENOENT)',
    ]);
  });
});
