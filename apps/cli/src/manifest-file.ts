/** Reads manifests from files and formats their problems. */
import { readFileSync } from 'node:fs';
import type { Problem } from '@kushk/contracts';
import { usageFailure } from './failure.js';
import { phrase } from './phrase.js';
import { printable, problemTexts, type Terminal } from './terminal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a file as UTF-8, without the byte order mark. `-` means standard input. Throws for other encodings. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return utf8.decode(bytes);
  } catch {
    throw usageFailure(
      phrase`${file} is not UTF-8 text: save it as UTF-8 (in Windows PowerShell: Out-File -Encoding utf8)`,
    );
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw usageFailure(phrase`there is no file ${file} here: change to the folder of the plugin, or name the file`);
    if (code === 'EISDIR') throw usageFailure(phrase`${file} is a folder: name the file in it`);
    throw usageFailure(phrase`cannot read ${file} (${code ?? 'unknown'})`);
  }
}

/**
 * Formats each problem as a line `file:line:column  stage  path message (code)`, followed by a line with its hint if
 * it has one.
 */
export function problemLines(terminal: Terminal, file: string, problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) => {
    const position = problem.line === undefined ? file : `${file}:${problem.line}:${problem.column ?? 1}`;
    const { message, hint } = problemTexts(problem, terminal.language);
    const label = labelOf(terminal, problem);
    const line = `${terminal.paint('bold', position)}  ${label}  ${printable(problem.path)} ${printable(message)} ${terminal.paint('dim', `(${problem.code})`)}`;
    return hint === undefined ? [line] : [line, terminal.paint('dim', `    ${printable(hint)}`)];
  });
}

/** What the problem means: a warning, or an error of one of the two stages. */
function labelOf(terminal: Terminal, problem: Problem): string {
  const names = {
    submission: terminal.translate`submission`,
    instance: terminal.translate`instance`,
    warning: terminal.translate`warning`,
  };
  const width = Math.max(...Object.values(names).map(({ length }) => length));
  if (isWarning(problem)) return terminal.paint('yellow', names.warning.padEnd(width));
  return problem.stage === 'instance'
    ? terminal.paint('red', names.instance.padEnd(width))
    : terminal.paint('red', names.submission.padEnd(width));
}

/** Advice: the hub and the instances accept the manifest with it, and the reviewer reads it. */
export function isWarning({ severity }: Problem): boolean {
  return severity === 'warning';
}

/** Explains the stages in the lines of problems. */
export function stageLegend(terminal: Terminal): string {
  return terminal.paint(
    'dim',
    terminal.translate`submission: the hub rejects the release. instance: the hub accepts it, and instances may not offer it. warning: nothing is rejected, and the reviewer reads it`,
  );
}

/** Counts errors and warnings apart, such as `2 errors, 1 warning`, in the language of the terminal. */
export function problemCount(terminal: Terminal, problems: readonly Problem[]): string {
  const warnings = problems.filter(isWarning).length;
  const errors = problems.length - warnings;
  const digits = (count: number): string =>
    terminal.language === 'fa' ? count.toLocaleString('fa-IR') : String(count);
  const texts = [
    ...(errors === 0
      ? []
      : [errors === 1 ? terminal.translate`1 error` : terminal.translate`${digits(errors)} errors`]),
    ...(warnings === 0
      ? []
      : [warnings === 1 ? terminal.translate`1 warning` : terminal.translate`${digits(warnings)} warnings`]),
  ];
  return texts.join(terminal.language === 'fa' ? '، ' : ', ');
}
