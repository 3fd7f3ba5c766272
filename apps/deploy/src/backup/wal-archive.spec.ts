import { describe, expect, it } from '@jest/globals';
import {
  backupFor,
  coveredUntil,
  fileEndingAt,
  filesBefore,
  filesFor,
  timelineAt,
  type ArchivedFile,
} from './wal-archive.js';

const segmentBytes = 16 * 1024 * 1024;
const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 27, 12, n));
/** The segment `n` of a timeline, archived in the minute `n`. */
const segment = (n: number, timeline = 1, at = n): ArchivedFile => ({
  name: [timeline, 0, n].map((part) => part.toString(16).padStart(8, '0').toUpperCase()).join(''),
  at: minute(at),
});
const history = (timeline: number, at: number): ArchivedFile => ({
  name: `0000000${timeline}.history`,
  at: minute(at),
});
/** A backup that began in segment `from` and ended in the minute `to`. */
const backup = (from: number, to: number, timeline = 1) => ({
  name: `backup ${from}`,
  start: { lsn: `0/${from.toString(16)}000028`, timeline },
  end: { lsn: `0/${to.toString(16)}000100`, timeline },
  endedAt: minute(to),
  segmentBytes,
});
const range = (from: number, to: number): ArchivedFile[] =>
  Array.from({ length: to - from + 1 }, (_, index) => segment(from + index));

describe('fileEndingAt', () => {
  it.each([
    ['0/2000120', 1, '000000010000000000000002'],
    ['0/3000000', 1, '000000010000000000000002'],
    ['16/B374D848', 10, '0000000A00000016000000B3'],
  ])('names the file with the byte before %s', (lsn, timeline, name) => {
    expect(fileEndingAt({ lsn, timeline }, segmentBytes)).toBe(name);
  });
});

describe('coveredUntil', () => {
  it('ends with the last file of an unbroken sequence', () => {
    expect(coveredUntil([...range(2, 5), ...range(7, 9)], backup(2, 3))).toEqual(minute(5));
  });

  it('returns the end of the backup when nothing is archived', () => {
    expect(coveredUntil([], backup(2, 3))).toEqual(minute(3));
  });

  it('continues on a later timeline', () => {
    expect(coveredUntil([...range(2, 4), segment(4, 2, 20), segment(5, 2, 21)], backup(2, 3))).toEqual(minute(21));
  });
});

describe('backupFor', () => {
  const files = [...range(2, 8)];
  it('chooses the newest backup that ended before the moment', () => {
    expect(backupFor([backup(2, 3), backup(4, 5), backup(6, 7)], { files, moment: minute(6) })?.name).toBe('backup 4');
  });

  it.each([2, 9])('has none for a moment outside of what is archived: minute %i', (n) => {
    expect(backupFor([backup(2, 3)], { files, moment: minute(n) })).toBeUndefined();
  });
});

describe('timelineAt', () => {
  const files = [...range(2, 9), history(2, 20), ...[4, 5].map((n) => segment(n, 2, n + 20))];

  it('stays on the timeline that a later restore has left', () => {
    expect(timelineAt(files, backup(2, 3), minute(8))).toBe(1);
  });

  it('follows the restore for a moment after it', () => {
    expect(timelineAt(files, backup(2, 3), minute(25))).toBe(2);
  });
});

describe('the files of a restore', () => {
  const files = [...range(1, 9), history(2, 20)];

  it('begin with the backup and end with the next one', () => {
    expect(filesFor(files, backup(3, 4), backup(5, 6)).map(({ at }) => at.getUTCMinutes())).toEqual([3, 4, 5, 6, 20]);
  });

  it('include all later ones when the next backup is of another timeline', () => {
    expect(filesFor(files, backup(8, 8), backup(5, 6, 2))).toHaveLength(3);
  });

  it('may be deleted when they are before the oldest backup, but no history', () => {
    expect(filesBefore(files, backup(3, 4))).toEqual(range(1, 2));
  });
});
