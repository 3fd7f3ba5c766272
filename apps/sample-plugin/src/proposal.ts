/** What is proposed for a case, and in which words. */
import type { NewProposal } from '@kushk/plugin-sdk';
import type { KeptInvoice } from './kept-invoice.js';
import type { Invoice } from './ubl/invoice.js';
import { ZERO, formatDecimal, parseDecimal, subtract } from './ubl/decimal.js';

/** The amount that the case should show: what is to be paid; after a credit note, what is left of its invoice. Null when that invoice is not known. */
export function amountFor(invoice: Invoice, corrected: KeptInvoice | null): string | null {
  if (invoice.kind === 'invoice') return invoice.payable;
  if (corrected === null) return null;
  const left = subtract(parseDecimal(corrected.payable) ?? ZERO, parseDecimal(invoice.payable) ?? ZERO);
  return left.units < 0n ? null : formatDecimal(left);
}

/** The proposal to set the amount of a case, told in the language of the organisation. */
export function proposeAmount(externalId: string, caseId: string, amount: string, invoice: Invoice, language: string, currencyLabel: string): NewProposal {
  const money = `${amount} ${invoice.currency ?? currencyLabel}`;
  return {
    external_id: externalId, record_type: 'case', action: 'update', record_id: caseId, changes: { amount },
    summary: language.startsWith('fa') ? inPersian(invoice, money) : inEnglish(invoice, money),
  };
}

function inPersian(invoice: Invoice, money: string): string {
  const from = invoice.supplier.name ?? 'فروشنده';
  return invoice.kind === 'invoice'
    ? `مبلغ فاکتور ${invoice.number} از ${from}: ${money}`
    : `مبلغ پس از برگشت ${invoice.number} از ${from}: ${money}`;
}

function inEnglish(invoice: Invoice, money: string): string {
  const from = invoice.supplier.name ?? 'the supplier';
  return invoice.kind === 'invoice' ? `Amount of invoice ${invoice.number} from ${from}: ${money}` : `Amount after credit note ${invoice.number} from ${from}: ${money}`;
}
