/** Texts of the command line in both languages. A phrase is written in English; persian.ts has its translation. */
import { PERSIAN } from './persian.js';

export type Language = 'en' | 'fa';

/** A text with values. `source` is the English text with `{0}`, `{1}`, … in place of the values. */
export interface Phrase {
  readonly source: string;
  readonly values: readonly string[];
}

/** A tagged template: phrase`cannot read ${file}`. */
export function phrase(strings: TemplateStringsArray, ...values: readonly (string | number)[]): Phrase {
  return {
    source: strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`),
    values: values.map(String),
  };
}

/** Returns the text of a phrase. A phrase without a translation stays English. */
export function textOf({ source, values }: Phrase, language: Language): string {
  const template = language === 'fa' ? (PERSIAN[source] ?? source) : source;
  return template.replace(/\{(\d+)\}/g, (whole, index: string) => values[Number(index)] ?? whole);
}
