/** Reads and writes the files of a deployment's folder. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, Failure } from '../exit-codes.js';
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
 * then renamed one by one: an error, such as a full disk, changes nothing. A process sees a whole old or new file. A
 * file that is replaced keeps its owner, group and mode, so that the user of its process can still read it.
 */
export function storeFiles(folder: string, files: Files): readonly string[] {
  const changed = Object.entries(files).filter(([path, { text }]) => storedText(folder, path) !== text);
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const staging = mkdtempSync(`${folder}.new-`);
  try {
    for (const [path, { text, isPrivate }] of changed) {
      const [staged, stored] = [join(staging, path), join(folder, path)];
      mkdirSync(dirname(staged), { recursive: true, mode: 0o700 });
      writeFileSync(staged, text, { mode: PRIVATE, flush: true });
      give(staged, existsSync(stored) ? stored : (nearestFolder(folder, path) ?? staging));
      chmodSync(staged, existsSync(stored) ? statSync(stored).mode & 0o777 : isPrivate ? PRIVATE : PUBLIC);
    }
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const [path] of changed) {
      createFolders(folder, path);
      renameSync(join(staging, path), join(folder, path));
    }
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  for (const [path, { isPrivate }] of Object.entries(files)) if (isPrivate) restrict(join(folder, path));
  return changed.map(([path]) => path);
}

/** The folder of a file that does not exist, or the first one above it that does. */
function nearestFolder(folder: string, path: string): string | undefined {
  const parent = dirname(path);
  const found = join(folder, parent);
  return existsSync(found) ? found : parent === '.' ? undefined : nearestFolder(folder, parent);
}

/** Gives a file or folder of this process to the owner and the group of `like`. */
function give(path: string, like: string): void {
  const [own, { uid, gid }] = [statSync(path), statSync(like)];
  if (own.uid === uid && own.gid === gid) return;
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Failure(
      EXIT.usage,
      `${like} belongs to user ${uid} and group ${gid} (${code}): run this command as root, or as this user; nothing was changed`,
    );
  }
}

/** Folders with secrets are for their owner alone; the others may be read by those who see the folder. */
function createFolders(folder: string, path: string): void {
  const parent = dirname(path);
  if (parent === '.') return;
  createFolders(folder, parent);
  const [created, isPrivate] = [join(folder, parent), /(^|\/)(secrets|safe|ca|kubernetes)$/.test(parent)];
  if (!existsSync(created)) {
    mkdirSync(created, { mode: isPrivate ? 0o700 : 0o755 });
    give(created, dirname(created));
  }
  if (isPrivate) restrict(created);
}

/** Takes rights away that others have got since, and gives none. */
function restrict(path: string): void {
  const { mode } = statSync(path);
  if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
}
