/** Builds the proposal that the plugin sends for a case, with its summary. */
import type { NewProposal } from '@kushk/plugin-sdk';
import type { StoredInvoice } from './stored-invoice.js';
import { formatDecimal, parseDecimal, subtract, ZERO } from './ubl/decimal.js';
import type { Invoice } from './ubl/invoice.js';
import { inPersianDigits } from './ubl/text.js';

/**
 * The proposed amount of the case: the payable amount of an invoice, or the remaining amount after a credit note.
 * Null when the corrected invoice is unknown or the credit note exceeds it.
 */
export function amountFor(invoice: Invoice, corrected: StoredInvoice | null): string | null {
  if (invoice.kind === 'invoice') return invoice.payable;
  if (corrected === null) return null;
  const remaining = subtract(parseDecimal(corrected.payable) ?? ZERO, parseDecimal(invoice.payable) ?? ZERO);
  return remaining.units < 0n ? null : formatDecimal(remaining);
}

export interface AmountProposal {
  readonly externalId: string;
  readonly caseId: string;
  readonly amount: string;
  /** Language of the organisation, for example `fa`. */
  readonly language: string;
  /** The currency label that is shown for an invoice without a currency. */
  readonly currencyLabel: string;
}

/** A proposal to set the amount of a case, with a summary in the organisation's language. */
export function proposeAmount(invoice: Invoice, proposal: AmountProposal): NewProposal {
  const { externalId, caseId, amount, language, currencyLabel } = proposal;
  const currency = invoice.currency ?? currencyLabel;
  return {
    external_id: externalId,
    record_type: 'case',
    action: 'update',
    record_id: caseId,
    changes: { amount },
    summary: language.startsWith('fa')
      ? persianSummary(invoice, persianMoney(amount, currency))
      : englishSummary(invoice, `${amount} ${currency}`),
  };
}

/** Formats `180000000`, `IRR` as `۱۸۰٬۰۰۰٬۰۰۰ ریال`. A label that is not a currency code is used unchanged. */
function persianMoney(amount: string, currency: string): string {
  const digits = new Intl.NumberFormat('fa', { maximumFractionDigits: 20 }).format(amount as `${number}`);
  return `${digits} ${persianCurrency(currency)}`;
}

/** In Iran the rial is called «ریال». The Unicode name «ریال ایران» is meant for readers abroad. */
function persianCurrency(currency: string): string {
  if (currency === 'IRR') return 'ریال';
  if (!/^[A-Z]{3}$/.test(currency)) return currency;
  return new Intl.DisplayNames('fa', { type: 'currency' }).of(currency) ?? currency;
}

function persianSummary(invoice: Invoice, money: string): string {
  const supplier = invoice.supplier.name ?? 'فروشندهٔ نامشخص';
  const number = inPersianDigits(invoice.number);
  return invoice.kind === 'invoice'
    ? `مبلغ فاکتور ${number} از ${supplier}: ${money}`
    : `مبلغ باقی‌مانده پس از برگشت از فروش ${number} از ${supplier}: ${money}`;
}

function englishSummary(invoice: Invoice, money: string): string {
  const supplier = invoice.supplier.name ?? 'an unknown supplier';
  return invoice.kind === 'invoice'
    ? `Amount of invoice ${invoice.number} from ${supplier}: ${money}`
    : `Amount remaining after credit note ${invoice.number} from ${supplier}: ${money}`;
}
