import { searchedText } from '@kushk/ui';

/** What the address of an audit page says about its filters. */
export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Words of names: who, on what. */
  readonly q?: string;
  /** Days of Tehran, Gregorian: `2026-11-20`. */
  readonly from?: string;
  readonly to?: string;
  /** Absent: the newest first. */
  readonly sort?: 'oldest';
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const TEXT_MAX = 400;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
const isDay = (value: unknown): value is string => typeof value === 'string' && DAY.test(value);

/** The filters in an address, without what is none. */
export function auditSearch({ actor, action, subject, q, from, to, sort }: Record<string, unknown>): AuditSearch {
  return {
    ...(isText(actor) && { actor }),
    ...(isText(action) && { action }),
    ...(isText(subject) && { subject }),
    ...searchedText(q),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(sort === 'oldest' && { sort }),
  };
}
