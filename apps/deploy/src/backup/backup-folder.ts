/**
 * The folder of the backups of one hub or instance. Each backup is a folder named by its time, complete in itself:
 *
 *     wal/                       written by PostgreSQL: its write-ahead log, compressed
 *     20261127T203000Z/manifest.json, base.tar.gz, backup_manifest, contents/
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WalPosition } from '@kushk/event-store';
import { EXIT, Failure } from '../exit-codes.js';
import { filesBefore, type ArchivedFile, type RestorableBackup } from './wal-archive.js';

export const MANIFEST = 'manifest.json';
export const BASE = 'base.tar.gz';
export const SERVER_MANIFEST = 'backup_manifest';
export const CONTENTS = 'contents';
/** What a backup that was interrupted leaves; the next one removes it. */
export const INCOMPLETE = '.incomplete';
const WAL = 'wal';
const COMPRESSED = '.gz';
const NAME = /^\d{8}T\d{6}Z$/;

/** `manifest.json` of a backup. */
export interface Manifest {
  readonly format: 1;
  readonly scope: string;
  readonly kushk_version: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly postgres: {
    readonly version: string;
    readonly start: WalPosition;
    readonly end: WalPosition;
    readonly segment_bytes: number;
    readonly archives: boolean;
  };
  /** The newest fact of each service's log before the backup; the backup has it. Null for an empty log. */
  readonly logs: Readonly<Record<string, { readonly xid: string; readonly position: string } | null>>;
  readonly files: Readonly<Record<string, StoredFile>>;
  /** Null when the contents are not on a disk. */
  readonly contents: { readonly files: number; readonly bytes: number } | null;
  /** The archive of the deployment's folder, which is stored elsewhere; null when it was not wanted. */
  readonly secrets: (StoredFile & { readonly path: string }) | null;
}

export interface StoredFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface StoredBackup extends RestorableBackup {
  readonly folder: string;
  readonly name: string;
  readonly end: WalPosition;
  readonly manifest: Manifest;
}

/** `20261127T203000Z` */
export const nameAt = (moment: Date): string => `${moment.toISOString().replace(/[-:]|\.\d+/g, '')}`;

/** The complete backups of a folder, oldest first. */
export function backupsIn(folder: string): readonly StoredBackup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort()
    .map((name) => {
      const manifest = JSON.parse(readFileSync(join(folder, name, MANIFEST), 'utf8')) as Manifest;
      if (manifest.format !== 1)
        throw new Failure(EXIT.usage, `${name} is a backup of another version of this command`);
      const { start, end, segment_bytes: segmentBytes } = manifest.postgres;
      return {
        folder: join(folder, name),
        name,
        start,
        end,
        segmentBytes,
        endedAt: new Date(manifest.ended_at),
        manifest,
      };
    });
}

export const walFolder = (folder: string): string => join(folder, WAL);
export const walFile = (folder: string, name: string): string => join(folder, WAL, `${name}${COMPRESSED}`);

/** The files that PostgreSQL has archived. */
export function archivedIn(folder: string): readonly ArchivedFile[] {
  if (!existsSync(walFolder(folder))) return [];
  return readdirSync(walFolder(folder))
    .filter((name) => name.endsWith(COMPRESSED))
    .map((name) => ({
      name: name.slice(0, -COMPRESSED.length),
      at: statSync(join(walFolder(folder), name)).mtime,
    }));
}

export async function measured(path: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/** Removes all but the newest backups, and the log that no other backup needs. Returns the names of the backups. */
export async function removeOld(folder: string, keep: number): Promise<readonly string[]> {
  const backups = backupsIn(folder);
  const old = backups.slice(0, Math.max(0, backups.length - keep));
  const oldest = backups[old.length];
  if (oldest === undefined || old.length === 0) return [];
  for (const { folder: path, manifest } of old) {
    if (manifest.secrets !== null) await rm(manifest.secrets.path, { force: true });
    await rm(path, { recursive: true });
  }
  for (const { name } of filesBefore(archivedIn(folder), oldest)) await rm(walFile(folder, name), { force: true });
  return old.map(({ name }) => name);
}
