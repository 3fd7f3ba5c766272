import { openSync, readFileSync, statSync } from 'node:fs';

/** A log larger than this is overwritten at the next start. */
const logLimitBytes = 5_000_000;
const shownLines = 8;
const shownCharacters = 400;

/** Opens a log file for appending, or for overwriting when it is too large. */
export function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return openSync(path, size > logLimitBytes ? 'w' : 'a', 0o600);
}

/** Returns the last lines of a log, without stack frames, which would hide the error message. */
export function lastLines(path: string): string {
  const hasMessage = (line: string): boolean => line.trim() !== '' && !/^\s+at /.test(line);
  const lines = readFileSync(path, 'utf8').split('\n').filter(hasMessage).slice(-shownLines);
  return lines.map((line) => `    ${line.slice(0, shownCharacters)}`).join('\n');
}
