/** What a run of all specs says in its last lines: tests that could not run on this machine. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const FILE_VARIABLE = 'KUSHK_TEST_NOTES';

/** Where the specs of this run, which are other processes, write their notes. */
export function startRunNotes(file: string): void {
  process.env[FILE_VARIABLE] = file;
}

/** Adds one line. It is written at once as well, because a spec may run alone. */
export function addRunNote(note: string): void {
  const line = `${note.replaceAll(/\s+/g, ' ').trim()}\n`;
  process.stderr.write(line);
  const file = process.env[FILE_VARIABLE];
  if (file !== undefined) appendFileSync(file, line);
}

/** The notes of this run, each once. */
export function runNotes(): readonly string[] {
  const file = process.env[FILE_VARIABLE];
  if (file === undefined || !existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').trim().split('\n'))];
}
