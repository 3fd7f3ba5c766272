import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backupsIn, MANIFEST, nameAt, removeOld, walFile, type Manifest } from './backup-folder.js';
import { copyContents } from './copied-contents.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kushk-backup-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text = 'text'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('copyContents', () => {
  const copy = (previous?: string) =>
    copyContents({ from: join(folder, 'from'), to: join(folder, 'to'), previous: previous && join(folder, previous) });

  it('copies what is missing, and no uploads in progress', async () => {
    write('from/org_1/ab/abc');
    write('from/tmp/upload');
    expect(await copy()).toEqual({ files: 1, bytes: 4, newFiles: 1 });
    expect(await copy()).toEqual({ files: 1, bytes: 4, newFiles: 0 });
    expect(readdirSync(join(folder, 'to'), { recursive: true }).sort()).toEqual(['org_1', 'org_1/ab', 'org_1/ab/abc']);
  });

  it('links a file that the previous backup has completely, and copies any other', async () => {
    write('from/org_1/same');
    write('from/org_1/cut', 'whole');
    write('previous/org_1/same');
    write('previous/org_1/cut', 'who');
    expect(await copy('previous')).toMatchObject({ files: 2, newFiles: 1 });
    const inode = (path: string): number => statSync(join(folder, path)).ino;
    expect(inode('to/org_1/same')).toBe(inode('previous/org_1/same'));
    expect(inode('to/org_1/cut')).not.toBe(inode('previous/org_1/cut'));
  });

  it('has nothing to copy from a folder that does not exist', async () => {
    expect(await copy()).toEqual({ files: 0, bytes: 0, newFiles: 0 });
  });
});

describe('removeOld', () => {
  /** A backup that began in segment `n`. */
  function backUp(n: number): string {
    const moment = new Date(Date.UTC(2026, 10, n, 12));
    const position = { lsn: `0/${n}000028`, timeline: 1 };
    const manifest = {
      format: 1,
      ended_at: moment.toISOString(),
      postgres: { start: position, end: position, segment_bytes: 16 * 1024 * 1024 },
      secrets: { path: join(folder, `secrets-${n}`) },
    } as unknown as Manifest;
    write(`${nameAt(moment)}/${MANIFEST}`, JSON.stringify(manifest));
    write(`secrets-${n}`);
    write(`wal/00000001000000000000000${n}.gz`);
    return nameAt(moment);
  }

  it('removes the oldest backups, their secrets and the log before the others', async () => {
    const [first, second, third, fourth] = [1, 2, 3, 4].map(backUp);
    write('20261105T120000Z.incomplete/base.tar.gz');
    write('wal/00000002.history.gz');
    expect(await removeOld(folder, 2)).toEqual([first, second]);
    expect(backupsIn(folder).map(({ name }) => name)).toEqual([third, fourth]);
    expect([1, 2, 3, 4].filter((n) => existsSync(join(folder, `secrets-${n}`)))).toEqual([3, 4]);
    expect([1, 2, 3, 4].filter((n) => existsSync(walFile(folder, `00000001000000000000000${n}`)))).toEqual([3, 4]);
    expect(existsSync(walFile(folder, '00000002.history'))).toBe(true);
  });
});
