import { searchedText } from '@kushk/ui';

/** The filters of the audit, as they stand in the address. */
const TEXT_MAX_CHARACTERS = 255;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** Words of names: who, about what. */
  readonly q?: string;
  /** First and last day in Tehran, `2026-11-20`. */
  readonly from?: string;
  readonly to?: string;
  /** Absent: the newest first. */
  readonly sort?: 'oldest';
}

/** Reads the filters from an address. Unknown values are ignored. */
export function auditSearchOf(search: Record<string, unknown>): AuditSearch {
  const text = (key: 'actor' | 'action' | 'subject'): AuditSearch => {
    const value = search[key];
    return typeof value === 'string' && value !== '' ? { [key]: value.slice(0, TEXT_MAX_CHARACTERS) } : {};
  };
  const date = (key: 'from' | 'to'): AuditSearch => {
    const value = search[key];
    return typeof value === 'string' && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? { [key]: value } : {};
  };
  const texts = { ...text('actor'), ...text('action'), ...text('subject'), ...searchedText(search['q']) };
  return { ...texts, ...date('from'), ...date('to'), ...(search['sort'] === 'oldest' && { sort: 'oldest' }) };
}
