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
    const names = { submission: terminal.translate`submission`, instance: terminal.translate`instance` };
    const width = Math.max(names.submission.length, names.instance.length);
    const label =
      problem.stage === 'instance'
        ? terminal.paint('yellow', names.instance.padEnd(width))
        : terminal.paint('red', names.submission.padEnd(width));
    const line = `${terminal.paint('bold', position)}  ${label}  ${printable(problem.path)} ${printable(message)} ${terminal.paint('dim', `(${problem.code})`)}`;
    return hint === undefined ? [line] : [line, terminal.paint('dim', `    ${printable(hint)}`)];
  });
}

/** Explains the stages in the lines of problems. */
export function stageLegend(terminal: Terminal): string {
  return terminal.paint(
    'dim',
    terminal.translate`submission: the hub rejects the release. instance: the hub accepts it with a warning, and instances may not offer it`,
  );
}

/** Formats a count such as `3 problems` in the language of the terminal. */
export function problemCount(terminal: Terminal, count: number): string {
  if (count === 1) return terminal.translate`1 problem`;
  return terminal.translate`${terminal.language === 'fa' ? count.toLocaleString('fa-IR') : count} problems`;
}
