/** Builds the proposal of a calendar event on the day on which an invoice is due. */
import type { InstallationInfo, NewProposal } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';
import { inPersianDigits } from './ubl/text.js';

/** The reminder is in the morning, before the bank closes. */
const [FROM, TO] = ['09:00', '09:30'];

/** Returns null for a credit note and for an invoice without a due date. */
export function proposeDueEvent(
  invoice: Invoice,
  { externalId, caseId }: { readonly externalId: string; readonly caseId: string },
  { language, timezone }: InstallationInfo['locale'],
): NewProposal | null {
  const { due_on: dueOn, kind } = invoice;
  if (dueOn === null || kind !== 'invoice') return null;
  const title = titleOf(invoice, language);
  return {
    external_id: externalId,
    record_type: 'calendar_event',
    action: 'create',
    changes: {
      title,
      starts_at: zonedTime(dueOn, FROM, timezone),
      ends_at: zonedTime(dueOn, TO, timezone),
      case_id: caseId,
    },
    summary: title,
  };
}

function titleOf({ number, supplier }: Invoice, language: string): string {
  return language.startsWith('fa')
    ? `سررسید فاکتور ${inPersianDigits(number)} — ${supplier.name ?? 'فروشندهٔ نامشخص'}`
    : `Invoice ${number} of ${supplier.name ?? 'an unknown supplier'} is due`;
}

/** Returns the time of a day in a time zone as RFC 3339, for example `2026-12-15T09:00:00+03:30`. */
export function zonedTime(date: string, time: string, timeZone: string): string {
  const inUtc = new Date(`${date}T${time}:00Z`);
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const zone = format.formatToParts(inUtc).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, offset = '+00:00'] = /^GMT([+-]\d{2}:\d{2})/.exec(zone) ?? [];
  return `${date}T${time}:00${offset}`;
}
