/** Times stand as timestamptz in the tables and as RFC 3339 in UTC everywhere else. */
import type { ColumnOptions } from 'typeorm';

/** `@Column('timestamptz', isoTime)` on a string property. */
export const isoTime: ColumnOptions = {
  transformer: { to: (time: string | null) => time, from: (time: Date | null) => time?.toISOString() ?? null },
};
