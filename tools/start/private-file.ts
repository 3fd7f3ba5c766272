import { chmodSync, closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes JSON that only its owner may read; whole or not at all, whatever happens in between. */
export function writePrivately(path: string, content: unknown): void {
  const half = `${path}.new`;
  const file = openSync(half, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(content, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(half, 0o600);
  renameSync(half, path);
}
