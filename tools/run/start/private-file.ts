import { chmodSync, closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a JSON file that only its owner can read. Replaces the file atomically. */
export function writePrivateFile(path: string, content: unknown): void {
  const temporary = `${path}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}
