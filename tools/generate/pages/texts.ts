/**
 * The texts of the pages: ICU messages in `texts.fa.json` and `texts.en.json` beside the pages that show them. They are
 * compiled to syntax trees, so that the pages need no parser, and to one type of all keys with their parameters.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { moneyProblem, persianProblems } from './persian-terms.js';

export type Language = 'en' | 'fa';
export const LANGUAGES: readonly Language[] = ['en', 'fa'];

interface Text {
  readonly file: string;
  readonly text: string;
}

export interface CompiledTexts {
  /** Per language, each key with its text, or with its syntax tree when it has parameters or tags. */
  readonly trees: Readonly<Record<Language, Readonly<Record<string, string | readonly MessageFormatElement[]>>>>;
  /** Per key, the TypeScript type of each parameter. */
  readonly parameters: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** One line each: missing keys, different parameters, invalid messages, keys that no source uses. */
  readonly problems: readonly string[];
}

const PARAMETER_TYPES: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'string | number',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'number',
  [TYPE.select]: 'string',
  [TYPE.date]: 'Date',
  [TYPE.time]: 'Date',
  [TYPE.tag]: '(parts: readonly unknown[]) => unknown',
};

/** Compiles the texts of the given source folders, which are relative to `root`. */
export function compileTexts(root: string, folders: readonly string[]): CompiledTexts {
  const problems: string[] = [];
  const texts = {
    en: readTexts(root, { folders, language: 'en', problems }),
    fa: readTexts(root, { folders, language: 'fa', problems }),
  };
  const trees: Record<Language, Record<string, string | MessageFormatElement[]>> = { en: {}, fa: {} };
  const parameters = new Map<string, Map<string, string>>();
  const isUsed = usedKeys(root, folders);
  for (const key of [...new Set([...texts.en.keys(), ...texts.fa.keys()])].sort()) {
    const found = LANGUAGES.map((language) => {
      const text = texts[language].get(key);
      if (text === undefined) {
        problems.push(`${key}: missing in ${language}`);
        return null;
      }
      try {
        const tree = parse(text.text, { ignoreTag: false, shouldParseSkeletons: true });
        const [only] = tree;
        trees[language][key] = tree.length === 1 && only?.type === TYPE.literal ? only.value : tree;
        return parametersOf(tree);
      } catch (error) {
        problems.push(`${key}: ${text.file}: ${(error as Error).message}`);
        return null;
      }
    });
    const [en, fa] = found;
    problems.push(...wordProblems(key, texts));
    if (en && fa && describe(en) !== describe(fa))
      problems.push(`${key}: other parameters: en (${describe(en)}), fa (${describe(fa)})`);
    if (en) parameters.set(key, en);
    if (!isUsed(key)) problems.push(`${key}: no source uses it`);
  }
  return { trees, parameters, problems };
}

/** What the words of a text say, besides their parameters. */
function wordProblems(key: string, texts: Readonly<Record<Language, ReadonlyMap<string, Text>>>): readonly string[] {
  const [en, fa] = [texts.en.get(key)?.text, texts.fa.get(key)?.text];
  if (en === undefined || fa === undefined) return [];
  const money = moneyProblem(key, { en, fa });
  const words = persianProblems(fa.replaceAll(PLACES, ''));
  return [...words, ...(money === null ? [] : [money])].map((problem) => `${key}: ${problem}`);
}

/** The names of parameters, and the cases of a choice. */
const PLACES = /\{\w+(, \w+,?)?|\b\w+ (?=\{)/g;

function readTexts(
  root: string,
  { folders, language, problems }: { folders: readonly string[]; language: Language; problems: string[] },
): ReadonlyMap<string, Text> {
  const texts = new Map<string, Text>();
  for (const folder of folders)
    for (const file of globSync(`${folder}/**/texts.${language}.json`, { cwd: root }).sort())
      for (const [key, text] of Object.entries(JSON.parse(readFileSync(join(root, file), 'utf8')) as object)) {
        const before = texts.get(key);
        if (before !== undefined) problems.push(`${key}: in ${before.file} and in ${file}`);
        texts.set(key, { file, text: String(text) });
      }
  return texts;
}

function parametersOf(
  elements: readonly MessageFormatElement[],
  found = new Map<string, string>(),
): Map<string, string> {
  for (const element of elements) {
    const type = PARAMETER_TYPES[element.type];
    if (type !== undefined && 'value' in element && found.get(element.value as string) !== 'number')
      found.set(element.value as string, type);
    if ('options' in element) for (const option of Object.values(element.options)) parametersOf(option.value, found);
    if (element.type === TYPE.tag) parametersOf(element.children, found);
  }
  return found;
}

const describe = (parameters: ReadonlyMap<string, string>): string =>
  [...parameters]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ');

/**
 * A source uses a key when it contains the key as a string, or a template literal with the key's start before its first
 * `${`, such as `status.${status}`.
 */
function usedKeys(root: string, folders: readonly string[]): (key: string) => boolean {
  const sources = folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.endsWith('.generated.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const starts = [...sources.matchAll(/`([a-z_]+\.[a-z_.]*)\$\{/g)].map((match) => match[1] ?? '');
  return (key) => sources.includes(`'${key}'`) || starts.some((start) => key.startsWith(start));
}

/** Returns the TypeScript declaration of all keys with their parameters. */
export function declarationOf({ parameters }: CompiledTexts): string {
  const lines = [...parameters].map(([key, types]) => {
    const fields = [...types].map(([name, type]) => `readonly ${name}: ${type}`).join('; ');
    return `    '${key}': ${types.size === 0 ? 'null' : `{ ${fields} }`};`;
  });
  return [
    '/** Generated by `npm run generate` from the texts.*.json files. Do not edit. */',
    'declare global {',
    '  /** The keys of all texts of this application, with their parameters. */',
    '  interface KushkTexts {',
    ...lines,
    '  }',
    '}',
    'export {};',
    '',
  ].join('\n');
}
