/** Reads manifests from files and formats their problems. */
import { readFileSync } from 'node:fs';
import type { Problem } from '@kushk/contracts';
import { usageFailure } from './failure.js';
import { printable, type Terminal } from './terminal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a file as UTF-8, without the byte order mark. `-` means standard input. Throws for other encodings. */
export function readText(file: string): string {
  const bytes = readBytes(file);
  try {
    return utf8.decode(bytes);
  } catch {
    throw usageFailure(`${file} is not UTF-8 text`);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure(`cannot read ${file}${code === undefined ? '' : ` (${code})`}`);
  }
}

/**
 * Formats each problem as a line `file:line:column  stage  path message (code)`, followed by a line with its hint if
 * it has one.
 */
export function problemLines(terminal: Terminal, file: string, problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) => {
    const position = problem.line === undefined ? file : `${file}:${problem.line}:${problem.column ?? 1}`;
    const message = terminal.language === 'fa' ? problem.message_fa : problem.message;
    const label =
      problem.stage === 'instance' ? terminal.paint('yellow', 'instance  ') : terminal.paint('red', 'submission');
    const line = `${terminal.paint('bold', position)}  ${label}  ${printable(problem.path)} ${printable(message)} ${terminal.paint('dim', `(${problem.code})`)}`;
    return problem.hint === undefined ? [line] : [line, terminal.paint('dim', `    ${printable(problem.hint)}`)];
  });
}

/** Formats a count such as `3 problems` in the language of the terminal. */
export function problemCount(terminal: Terminal, count: number): string {
  if (terminal.language === 'fa') return `${count.toLocaleString('fa-IR')} مشکل`;
  return count === 1 ? '1 problem' : `${count} problems`;
}
