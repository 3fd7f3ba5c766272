/** Manifests in files, and their problems as lines. */
import { readFileSync } from 'node:fs';
import type { Problem } from '@kushk/contracts';
import { usageFailure } from './failure.js';
import { shown, type Terminal } from './terminal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file, without a byte order mark; `-` is standard input. Other encodings are refused: guessed at, they would be sent garbled. */
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
    throw usageFailure(`${file} cannot be read${code === undefined ? '' : ` (${code})`}`);
  }
}

/** One block of lines per problem: `file:line:column  path  message  (code)`, and its hint. */
export function problemLines(terminal: Terminal, file: string, problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) => {
    const place = problem.line === undefined ? file : `${file}:${problem.line}:${problem.column ?? 1}`;
    const message = terminal.language === 'fa' ? problem.message_fa : problem.message;
    const label =
      problem.stage === 'instance' ? terminal.paint('yellow', 'instance  ') : terminal.paint('red', 'submission');
    const line = `${terminal.paint('bold', place)}  ${label}  ${shown(problem.path)} ${shown(message)} ${terminal.paint('dim', `(${problem.code})`)}`;
    return problem.hint === undefined ? [line] : [line, terminal.paint('dim', `    ${shown(problem.hint)}`)];
  });
}

/** `3 problems`, in the language of the terminal. */
export function problemCount(terminal: Terminal, count: number): string {
  if (terminal.language === 'fa') return `${count.toLocaleString('fa-IR')} مشکل`;
  return count === 1 ? '1 problem' : `${count} problems`;
}
