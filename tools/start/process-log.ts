import { openSync, readFileSync, statSync } from 'node:fs';

/** A larger log is overwritten at the next start. */
const logLimitBytes = 5_000_000;
const shownLines = 8;
const shownCharacters = 400;

/** Opens a log for appending. */
export function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > logLimitBytes ? 'w' : 'a', 0o600);
}

/** The last lines of a log, without stack frames, which would hide the message. */
export function lastLines(path: string): string {
  const hasMessage = (line: string): boolean => line.trim() !== '' && !/^\s+at /.test(line);
  const lines = readFileSync(path, 'utf8').split('\n').filter(hasMessage).slice(-shownLines);
  return lines.map((line) => `    ${line.slice(0, shownCharacters)}`).join('\n');
}
