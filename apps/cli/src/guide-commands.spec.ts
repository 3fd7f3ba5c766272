/** Every `kushk …` in a block of commands of the guides is a command that exists, with options that it has. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { TEMPLATES } from './new-plugin-files.js';
import { programFor } from './program.js';

const docs = new URL('../../../docs/', import.meta.url);
const pages = [
  'plugin-authors.md',
  'publishing.md',
  '../tools/pack/README.md',
  ...['en', 'fa'].flatMap((language) =>
    readdirSync(new URL(`guide/${language}/`, docs)).map((name) => `guide/${language}/${name}`),
  ),
  ...TEMPLATES.flatMap((template) =>
    ['en', 'fa'].map((language) => `../apps/cli/templates/${template}/README.${language}.md`),
  ),
];
const BLOCK = /^```(?:sh(?: background)?|console)\n([^]*?)^```/gm;
const COMMAND = /(?:^|\s)(?:npx @kushk\/cli|node kushk\.mjs|kushk) (.+)$/;

/** The arguments of each command, without pipes, redirections and comments. */
function commandsOf(page: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(page, docs), 'utf8');
  return [...text.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .replace(/\\\n\s*/g, '')
      .split('\n')
      .flatMap((line) => {
        const [, rest] = COMMAND.exec(line.replace(/\s#.*$/, '')) ?? [];
        if (rest === undefined) return [];
        const words = rest.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
        const end = words.findIndex((word) => /^[|>]|^&&$/.test(word));
        return [end === -1 ? words : words.slice(0, end)];
      }),
  );
}

/** What is wrong with a command; null when nothing is. */
function problemOf(args: readonly string[]): string | null {
  const program = programFor(() => undefined);
  let command: Command = program;
  let rest = [...args];
  for (let next; (next = command.commands.find((one) => one.name() === rest[0])) !== undefined; rest = rest.slice(1))
    command = next;
  if (command === program) return `no command ${rest[0] ?? ''}`;
  const known = [...command.options, ...program.options];
  const operands: string[] = [];
  while (rest.length > 0) {
    const word = rest.shift()!;
    const option = known.find(({ long, short }) => word === long || word === short);
    if (option === undefined && word.startsWith('-')) return `no option ${word}`;
    if (option === undefined) operands.push(word);
    else if (option.required || (option.optional && rest[0]?.startsWith('-') === false)) rest.shift();
  }
  const { registeredArguments } = command;
  const required = registeredArguments.filter((one) => one.required).length;
  const most = registeredArguments.some((one) => one.variadic) ? Infinity : registeredArguments.length;
  return operands.length < required || operands.length > most ? `${operands.length} arguments` : null;
}

describe('the commands of the guides', () => {
  it.each(pages.filter((page) => commandsOf(page).length > 0))('exist: %s', (page) => {
    expect(commandsOf(page).flatMap((args) => problemOf(args) ?? [])).toEqual([]);
  });

  it('are found in every guide, and a wrong one is noticed', () => {
    expect(pages.flatMap(commandsOf).length).toBeGreaterThan(30);
    expect(problemOf(['dev', '--env-file', 'x'])).toBe('no option --env-file');
    expect(problemOf(['release', 'submits'])).toBe('1 arguments');
    expect(problemOf(['releases'])).toBe('no command releases');
    expect(problemOf(['release', 'status', 'a.b'])).toBe('1 arguments');
  });
});
