/**
 * What an archive of PostgreSQL's write-ahead log covers. Its files have 24 hexadecimal digits: eight for the timeline,
 * which a restore to a moment increases, and sixteen for the number of the segment. `00000002.history` says where
 * timeline 2 began.
 */
import type { WalPosition } from '@kushk/event-store';

export interface ArchivedFile {
  /** Without `.gz`. */
  readonly name: string;
  /** When it was archived. */
  readonly at: Date;
}

/** The part of a backup's manifest that a restore needs. */
export interface RestorableBackup {
  readonly start: WalPosition;
  /** The first moment that the backup can be restored to. */
  readonly endedAt: Date;
  readonly segmentBytes: number;
}

const isSegment = ({ name }: ArchivedFile): boolean => /^[0-9A-F]{24}$/.test(name);
const isHistory = ({ name }: ArchivedFile): boolean => /^[0-9A-F]{8}\.history$/.test(name);
const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16);
const hex = (value: bigint | number): string => value.toString(16).toUpperCase().padStart(8, '0');

/** The number of the segment in which a position is. */
const segmentAt = (position: WalPosition, segmentBytes: number): bigint => bytesOf(position) / BigInt(segmentBytes);

function bytesOf({ lsn }: WalPosition): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** The name of the file with the last byte before a position. */
export function fileEndingAt(position: WalPosition, segmentBytes: number): string {
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  const segment = (bytesOf(position) - 1n) / BigInt(segmentBytes);
  return `${hex(position.timeline)}${hex(segment / perId)}${hex(segment % perId)}`;
}

function segmentOf(name: string, segmentBytes: number): bigint {
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  return BigInt(`0x${name.slice(8, 16)}`) * perId + BigInt(`0x${name.slice(16)}`);
}

/** The timeline that the server was on at a moment. A restore to an earlier moment begins the next one. */
export function timelineAt(files: readonly ArchivedFile[], backup: RestorableBackup, moment: Date): number {
  const begun = files.filter((file) => isHistory(file) && file.at <= moment).map(({ name }) => timelineOf(name));
  return Math.max(backup.start.timeline, ...begun);
}

/**
 * The last moment that a backup can be restored to: when the last file of an unbroken sequence was archived. What was
 * committed later is in a file that is not archived, or missing.
 */
export function coveredUntil(files: readonly ArchivedFile[], backup: RestorableBackup): Date {
  const archivedAt = new Map<bigint, Date>();
  for (const { name, at } of files.filter(isSegment).filter(({ name }) => timelineOf(name) >= backup.start.timeline)) {
    const segment = segmentOf(name, backup.segmentBytes);
    const other = archivedAt.get(segment);
    if (other === undefined || other < at) archivedAt.set(segment, at);
  }
  let last = backup.endedAt;
  for (let segment = segmentAt(backup.start, backup.segmentBytes); archivedAt.has(segment); segment += 1n) {
    const at = archivedAt.get(segment) as Date;
    if (at > last) last = at;
  }
  return last;
}

/** The newest of these backups that can be restored to the moment; undefined when none can. */
export function backupFor<Backup extends RestorableBackup>(
  backups: readonly Backup[],
  { files, moment }: { readonly files: readonly ArchivedFile[]; readonly moment: Date },
): Backup | undefined {
  return backups
    .filter((backup) => backup.endedAt <= moment && moment <= coveredUntil(files, backup))
    .sort((one, other) => other.endedAt.getTime() - one.endedAt.getTime())[0];
}

/** The files that a restore of the backup may read. `next`: the backup after the moment, if there is one. */
export function filesFor(
  files: readonly ArchivedFile[],
  backup: RestorableBackup,
  next: { readonly end: WalPosition; readonly segmentBytes: number } | undefined,
): readonly ArchivedFile[] {
  const first = segmentAt(backup.start, backup.segmentBytes);
  const isSameTimeline = next?.end.timeline === backup.start.timeline;
  const last = next !== undefined && isSameTimeline ? segmentAt(next.end, next.segmentBytes) : null;
  return files.filter((file) => {
    if (!isSegment(file)) return isHistory(file);
    const segment = segmentOf(file.name, backup.segmentBytes);
    return segment >= first && (last === null || segment <= last);
  });
}

/** The files that no backup needs. Histories are small, and stay. */
export function filesBefore(files: readonly ArchivedFile[], oldest: RestorableBackup): readonly ArchivedFile[] {
  const first = segmentAt(oldest.start, oldest.segmentBytes);
  return files.filter((file) => isSegment(file) && segmentOf(file.name, oldest.segmentBytes) < first);
}
