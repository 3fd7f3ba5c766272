/** Formats problems as GitHub Actions workflow commands, which GitHub displays at the affected lines. */
import type { Problem } from '@kushk/contracts';
import { blockingProblems } from '@kushk/manifest';
import { pathInRepository } from './repository-path.js';
import { printable, problemTexts, type Language } from './terminal.js';

/** Formats each problem as one line `::error file=…,line=…,col=…,title=…::message`. Advice becomes a warning. */
export function githubAnnotations(file: string, problems: readonly Problem[], language: Language): string[] {
  const path = pathInRepository(file);
  return problems.map((problem) => {
    const { code, path: pointer, line, column } = problem;
    const { message: text, hint } = problemTexts(problem, language);
    const position = line === undefined ? { file: path } : { file: path, line: String(line), col: String(column ?? 1) };
    const message = `${pointer} ${text}${hint === undefined ? '' : ` (${hint})`}`.trim();
    return annotation(
      blockingProblems([problem]).length > 0 ? 'error' : 'warning',
      { ...position, title: code },
      message,
    );
  });
}

/** Formats one workflow command: https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function annotation(
  level: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const named = Object.entries(properties).map(
    ([name, value]) => `${name}=${escaped(printable(value)).replaceAll(':', '%3A').replaceAll(',', '%2C')}`,
  );
  return `::${level} ${named.join(',')}::${escaped(printable(message))}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
