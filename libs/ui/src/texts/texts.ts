/** The texts of the pages, by key, in the language of the page. `tools/generate/pages` compiles them. */
import { IntlMessageFormat } from 'intl-messageformat';
import { byKey, type CompiledTexts } from './by-key.js';

export type { CompiledTexts };

export type Language = 'fa' | 'en';
export type TextKey = keyof KushkTexts;
type Tree = Exclude<ConstructorParameters<typeof IntlMessageFormat>[0], string>;
/** Loads the texts of one language; the page downloads no other. */
export type TextLoaders = Readonly<Record<Language, () => Promise<{ readonly default: CompiledTexts }>>>;

type ParametersOf<Key extends TextKey> = KushkTexts[Key] extends null ? [] : [parameters: KushkTexts[Key]];

export interface Texts {
  readonly language: Language;
  readonly locale: string;
  readonly direction: 'rtl' | 'ltr';
  /** Returns a message as plain text. */
  t<Key extends TextKey>(key: Key, ...parameters: ParametersOf<Key>): string;
  /** Returns a message with tags as parts, which React renders. */
  rich<Key extends TextKey>(key: Key, ...parameters: ParametersOf<Key>): readonly unknown[];
}

const LOCALES = { fa: 'fa-IR', en: 'en-GB' } as const;

const LITERAL = 0;

/** Returns the syntax tree with all literal parts as objects. */
function treeOf(node: unknown): unknown {
  if (Array.isArray(node))
    return node.map((part) => (typeof part === 'string' ? { type: LITERAL, value: part } : treeOf(part)));
  return typeof node === 'object' && node !== null
    ? Object.fromEntries(Object.entries(node).map(([key, value]) => [key, treeOf(value)]))
    : node;
}

export function textsOf(language: Language, compiled: CompiledTexts): Texts {
  const locale = LOCALES[language];
  const texts = byKey(compiled);
  const messages = new Map<string, IntlMessageFormat>();
  const format = (key: string, parameters: unknown): unknown => {
    const text = texts.get(key);
    if (typeof text === 'string') return text;
    if (text === undefined) return key;
    let message = messages.get(key);
    if (message === undefined) messages.set(key, (message = new IntlMessageFormat(treeOf(text) as Tree, locale)));
    return message.format(parameters as never);
  };
  return {
    language,
    locale,
    direction: language === 'fa' ? 'rtl' : 'ltr',
    t: (key, ...[parameters]) => String(format(key, parameters)),
    rich: (key, ...[parameters]) => [format(key, parameters)].flat(),
  };
}
