/** The bytes of one installation's records. The quotas are in docs/reference/limits.md. */
import { unreachable, type Fact, type StreamType } from '@kushk/decider';
import type { Quotas } from '@kushk/runtime';

export type RecordQuotaFact =
  /** `storedBytes` is what the record has more than before; `day` is a day of Tehran. */
  | Fact<'RecordWriteCounted', { storedBytes: number; writtenBytes: number; day: string }>
  | Fact<'RecordDeletionCounted', { freedBytes: number }>;
export interface RecordQuota {
  readonly storedBytes: number;
  readonly day: string;
  /** Bytes that were written on this day. */
  readonly writtenBytes: number;
}
/** What a record takes up besides its data. Without it, millions of tiny records would count nothing. */
const RECORD_OVERHEAD_BYTES = 256;

export type RecordQuotas = Pick<Quotas, 'record_bytes' | 'record_bytes_per_day'>;

export const recordQuotaStream: StreamType<RecordQuota, RecordQuotaFact> = {
  category: 'record_quota',
  factTypes: { RecordWriteCounted: true, RecordDeletionCounted: true },
  initial: { storedBytes: 0, day: '', writtenBytes: 0 },
  stateVersion: 1,
  evolve: (quota, fact) => {
    switch (fact.type) {
      case 'RecordWriteCounted': {
        const { storedBytes, writtenBytes, day } = fact.data;
        return {
          storedBytes: quota.storedBytes + storedBytes,
          day,
          writtenBytes: writtenOn(day, quota) + writtenBytes,
        };
      }
      case 'RecordDeletionCounted':
        return { ...quota, storedBytes: quota.storedBytes - fact.data.freedBytes };
      default:
        return unreachable(fact);
    }
  },
};

/** The bytes with which a record counts. */
export function recordSize({ dataBytes }: { readonly dataBytes: number }): number {
  return dataBytes + RECORD_OVERHEAD_BYTES;
}

/** The bytes that were written on a day. */
export function writtenOn(day: string, quota: RecordQuota): number {
  return day === quota.day ? quota.writtenBytes : 0;
}
