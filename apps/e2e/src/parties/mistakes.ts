/** The mistakes of newcomers that docs/guide/mistakes.yaml lists, and what it says that they see. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Language = 'en' | 'fa';
type Texts = Readonly<Record<Language, string>>;

/** A command that goes wrong. `sees` is its whole output. */
export interface CommandMistake extends Texts {
  readonly key: string;
  readonly command: string;
  readonly exit: number;
  readonly sees: Texts;
}
/** A request that goes wrong. `sees` is the detail of the problem with the fields that it names, or its title. */
export interface RequestMistake extends Texts {
  readonly code: string;
  readonly request: string;
  readonly sees: Texts;
}

const file = new URL('../../../../docs/guide/mistakes.yaml', import.meta.url);
const { commands, codes } = parse(readFileSync(file, 'utf8')) as {
  readonly commands: readonly CommandMistake[];
  readonly codes: readonly RequestMistake[];
};

export const commandMistakes = commands;
export const requestMistakes = codes;
export const languages: readonly Language[] = ['en', 'fa'];
