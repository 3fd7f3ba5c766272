/** Builds the proposal of a calendar event on the day on which an invoice is due. */
import { timeIn, type InstallationInfo, type NewProposal } from '@kushk/plugin-sdk';
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
      starts_at: timeIn(timezone, dueOn, FROM),
      ends_at: timeIn(timezone, dueOn, TO),
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
