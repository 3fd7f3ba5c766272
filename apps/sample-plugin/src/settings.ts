/** Reads the settings of an installation, and finds the case that an invoice belongs to. */
import { comparable } from './ubl/text.js';
import type { Invoice } from './ubl/invoice.js';

export interface Settings {
  /** When false, invoices are stored but no amount is proposed. */
  readonly autoPropose: boolean;
  /** The currency label that is shown for an invoice without a currency. */
  readonly currencyLabel: string;
  /** Case ids by order number, invoice number or buyer's reference. The keys are normalised with `comparable`. */
  readonly cases: ReadonlyMap<string, string>;
}

/** Uses the default for a setting that is missing or malformed. */
export function readSettings(settings: Readonly<Record<string, unknown>>): Settings {
  const { auto_propose: autoPropose, currency_label: label, cases } = settings;
  const entries = typeof cases === 'object' && cases !== null ? Object.entries(cases) : [];
  return {
    autoPropose: autoPropose !== false,
    currencyLabel: typeof label === 'string' && label !== '' ? label : 'IRR',
    cases: new Map(
      entries
        .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        .map(([number, id]) => [comparable(number), id]),
    ),
  };
}

/** A case id of the platform has a prefix and 26 characters. */
const CASE_ID = /^cas_[0-9a-z]{26}$/;

/**
 * Returns the case that an invoice belongs to, in this order of preference: the case for which it was submitted, the
 * case that the settings specify for one of its references, and a reference that is itself a case id.
 */
export function caseFor(invoice: Invoice, submittedFor: string | null, settings: Settings): string | null {
  if (submittedFor !== null) return submittedFor;
  const references = [invoice.order_reference, invoice.buyer_reference, invoice.number, invoice.corrects].filter(
    (reference) => reference !== null,
  );
  for (const reference of references) {
    const caseId = settings.cases.get(comparable(reference));
    if (caseId !== undefined) return caseId;
  }
  return references.find((reference) => CASE_ID.test(reference)) ?? null;
}
