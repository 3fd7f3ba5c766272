/** Copies the contents of sources on a disk. A file never changes: its name is the digest of what is in it. */
import { existsSync } from 'node:fs';
import { chown, copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Of uploads in progress. */
const TEMPORARY = 'tmp';

export interface Copied {
  readonly files: number;
  readonly bytes: number;
  /** Of files that were not there before. */
  readonly newFiles: number;
}

export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  /** A copy from before: what it has is linked instead of copied. */
  readonly previous?: string | undefined;
  /** To whom the new files belong, when this process may choose. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
}

/** Copies the files that are missing. A file that is deleted during the copy is left out: no source uses it. */
export async function copyContents({ from, to, previous, owner }: CopyOptions): Promise<Copied> {
  const copied = { files: 0, bytes: 0, newFiles: 0 };
  for await (const path of filesOf(from)) {
    const target = join(to, path);
    const found = await stat(join(from, path)).catch(absent);
    if (found === null) continue;
    if (!existsSync(target) || (await stat(target)).size !== found.size) {
      await makeFolder(dirname(target), owner);
      const linked = previous !== undefined && (await linkFile(join(previous, path), { target, bytes: found.size }));
      if (!linked && !(await copy(join(from, path), { target, owner }))) continue;
      copied.newFiles += linked ? 0 : 1;
    }
    copied.files += 1;
    copied.bytes += found.size;
  }
  return copied;
}

/** The names of one folder at a time, because a store may have millions of files. */
async function* filesOf(root: string, folder = ''): AsyncGenerator<string> {
  for (const entry of (await readdir(join(root, folder), { withFileTypes: true }).catch(absent)) ?? []) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && path !== TEMPORARY) yield* filesOf(root, path);
    else if (entry.isFile()) yield path;
  }
}

async function linkFile(
  from: string,
  { target, bytes }: { readonly target: string; readonly bytes: number },
): Promise<boolean> {
  const found = await stat(from).catch(absent);
  if (found?.size !== bytes) return false;
  // A file system without links: the file is copied.
  return await link(from, target).then(
    () => true,
    () => false,
  );
}

/** The file has its name when it is complete. */
async function copy(
  from: string,
  { target, owner }: { readonly target: string; readonly owner?: CopyOptions['owner'] },
): Promise<boolean> {
  const part = `${target}.part`;
  try {
    await copyFile(from, part);
    if (owner !== undefined) await chown(part, owner.uid, owner.gid);
    await rename(part, target);
    return true;
  } catch (error) {
    await rm(part, { force: true });
    if (existsSync(from)) throw error;
    return false;
  }
}

async function makeFolder(folder: string, owner: CopyOptions['owner']): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined || owner === undefined) return;
  for (let path = folder; path.startsWith(first); path = dirname(path)) await chown(path, owner.uid, owner.gid);
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
