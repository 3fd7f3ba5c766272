/** Reads and writes the files of a deployment's folder. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './process-files.js';

const PRIVATE = 0o600;
const PUBLIC = 0o644;

/** The text of a file of the folder; undefined when it does not exist. */
export function storedText(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Writes the files whose text differs, and returns their paths. All of them are written beside the folder first, and
 * then renamed one by one: an error, such as a full disk, changes nothing. A process sees a whole old or new file.
 */
export function storeFiles(folder: string, files: Files): readonly string[] {
  const changed = Object.entries(files).filter(([path, { text }]) => storedText(folder, path) !== text);
  const staging = `${folder.replace(/\/+$/, '')}.new`;
  rmSync(staging, { recursive: true, force: true });
  try {
    for (const [path, { text, isPrivate }] of changed) {
      const staged = join(staging, path);
      mkdirSync(dirname(staged), { recursive: true, mode: 0o700 });
      writeFileSync(staged, text, { mode: isPrivate ? PRIVATE : PUBLIC, flush: true });
      chmodSync(staged, isPrivate ? PRIVATE : PUBLIC);
    }
    for (const [path] of changed) {
      createFolders(folder, path);
      renameSync(join(staging, path), join(folder, path));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  for (const [path, { isPrivate }] of Object.entries(files)) restrict(join(folder, path), isPrivate);
  return changed.map(([path]) => path);
}

/** Folders with secrets are for their owner alone; the others may be read by those who see the folder. */
function createFolders(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const parent = dirname(join(folder, path));
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  if (/(^|\/)(secrets|safe|ca|kubernetes)$/.test(dirname(path))) chmodSync(parent, 0o700);
}

/** Takes rights away that others have got since, and gives none. */
function restrict(file: string, isPrivate: boolean): void {
  if (isPrivate && (statSync(file).mode & 0o077) !== 0) chmodSync(file, PRIVATE);
}
