import type { Language, Texts } from '../texts/texts.js';
import type { ManifestText, TextProblem } from './manifest-text.js';
import type { PlacedProblem } from './problem.js';

/** A problem as every API describes it. */
export interface ReportedProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
  readonly message_fa: string;
  readonly hint?: string;
  readonly hint_fa?: string;
}

/** The problems of a manifest at their places in its text, in the order of the text. */
export function placeProblems(
  problems: readonly ReportedProblem[],
  { placeOf }: Pick<ManifestText, 'placeOf'>,
  language: Language,
): readonly PlacedProblem[] {
  return problems
    .map(({ code, severity, path, message, message_fa, hint, hint_fa }) => ({
      code,
      severity,
      path,
      message: language === 'fa' ? message_fa : message,
      hint: language === 'fa' ? (hint_fa ?? hint) : hint,
      ...placeOf(path),
    }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

const keys = {
  empty: 'editor.empty',
  too_large: 'editor.too_large',
  syntax: 'editor.syntax',
  indent: 'editor.syntax.indent',
  tab: 'editor.syntax.tab',
  unclosed: 'editor.syntax.unclosed',
  quote: 'editor.syntax.quote',
  colon: 'editor.syntax.colon',
  duplicate_key: 'editor.duplicate_key',
  tag: 'editor.tag',
  alias: 'editor.alias',
} as const satisfies Record<TextProblem['code'], string>;

/** The problems for which a text is no YAML that a manifest may be. */
export function placeTextProblems(problems: readonly TextProblem[], t: Texts['t']): readonly PlacedProblem[] {
  return problems.map(({ code, detail, line, column, endColumn }) => ({
    code: `yaml_${code}`,
    severity: 'error' as const,
    path: '',
    message: t(keys[code]),
    // The parser's messages are only in English.
    ...(keys[code].startsWith('editor.syntax') && detail !== '' && { detail }),
    line,
    column,
    endColumn,
  }));
}
