import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoreUnavailable } from '@kushk/event-store';
import { ObjectMissing, objectPath, type ObjectName, type ObjectStore } from './object-store.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const TEMPORARY = 'tmp';

/** Stores objects as files of a folder, which all processes of the service share. */
export class DiskObjects implements ObjectStore {
  constructor(private readonly folder: string) {}

  async put(name: ObjectName, parts: Iterable<Buffer>): Promise<void> {
    const path = this.pathOf(name);
    const temporary = join(this.folder, TEMPORARY, randomUUID());
    await mkdir(dirname(temporary), { recursive: true, mode: FOLDER_MODE });
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    try {
      const file = await open(temporary, 'wx', FILE_MODE);
      try {
        for (const part of parts) await file.appendFile(part);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw unavailable(error);
    }
    // The folders may be new, too.
    for (const changed of [dirname(path), dirname(dirname(path)), this.folder]) await syncFolder(changed);
  }

  async read(name: ObjectName, { start, bytes }: { readonly start: number; readonly bytes: number }): Promise<Buffer> {
    const file = await open(this.pathOf(name), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new ObjectMissing('the file does not exist') : unavailable(error);
    });
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, start);
      if (bytesRead !== bytes) throw new RangeError('the file is shorter than the content');
      return buffer;
    } finally {
      await file.close();
    }
  }

  async remove(name: ObjectName): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  async removeLeftovers(before: Date): Promise<void> {
    const folder = join(this.folder, TEMPORARY);
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for (const name of names) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtime < before) await rm(path, { force: true });
    }
  }

  async check(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: FOLDER_MODE });
  }

  private pathOf(name: ObjectName): string {
    return join(this.folder, objectPath(name));
  }
}

/** A renamed file survives a crash only when its folder was written as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** An error of the disk: it is full, read-only, fails, or has too many open files. */
function unavailable(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error
    ? new StoreUnavailable('the disk for contents is unavailable', { cause: error })
    : error;
}

function isMissing(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === 'ENOENT';
}
