/** What is proposed for a case, and in which words. */
import type { NewProposal } from '@kushk/plugin-sdk';
import type { KeptInvoice } from './kept-invoice.js';
import type { Invoice } from './ubl/invoice.js';
import { ZERO, formatDecimal, parseDecimal, subtract } from './ubl/decimal.js';
import { inPersianDigits } from './ubl/text.js';

/** The amount that the case should show: what is to be paid; after a credit note, what is left of its invoice. Null when that invoice is not known. */
export function amountFor(invoice: Invoice, corrected: KeptInvoice | null): string | null {
  if (invoice.kind === 'invoice') return invoice.payable;
  if (corrected === null) return null;
  const left = subtract(parseDecimal(corrected.payable) ?? ZERO, parseDecimal(invoice.payable) ?? ZERO);
  return left.units < 0n ? null : formatDecimal(left);
}

/** The proposal to set the amount of a case, told in the language of the organisation. */
export function proposeAmount(
  externalId: string,
  caseId: string,
  amount: string,
  invoice: Invoice,
  language: string,
  currencyLabel: string,
): NewProposal {
  const currency = invoice.currency ?? currencyLabel;
  return {
    external_id: externalId,
    record_type: 'case',
    action: 'update',
    record_id: caseId,
    changes: { amount },
    summary: language.startsWith('fa')
      ? inPersian(invoice, persianMoney(amount, currency))
      : inEnglish(invoice, `${amount} ${currency}`),
  };
}

/** `180000000`, `IRR` → `۱۸۰٬۰۰۰٬۰۰۰ ریال ایران`, to the last digit; a label that is no currency code stays as it is. */
function persianMoney(amount: string, currency: string): string {
  const digits = new Intl.NumberFormat('fa', { maximumFractionDigits: 20 }).format(amount as `${number}`);
  return `${digits} ${/^[A-Z]{3}$/.test(currency) ? new Intl.DisplayNames('fa', { type: 'currency' }).of(currency) : currency}`;
}

function inPersian(invoice: Invoice, money: string): string {
  const from = invoice.supplier.name ?? 'فروشنده';
  const number = inPersianDigits(invoice.number);
  return invoice.kind === 'invoice'
    ? `مبلغ فاکتور ${number} از ${from}: ${money}`
    : `مبلغ پس از برگشت ${number} از ${from}: ${money}`;
}

function inEnglish(invoice: Invoice, money: string): string {
  const from = invoice.supplier.name ?? 'the supplier';
  return invoice.kind === 'invoice'
    ? `Amount of invoice ${invoice.number} from ${from}: ${money}`
    : `Amount after credit note ${invoice.number} from ${from}: ${money}`;
}
