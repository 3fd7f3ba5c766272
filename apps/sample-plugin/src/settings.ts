/** The settings of the manifest, as an admin has filled them in. */
import { comparable } from './ubl/text.js';
import type { Invoice } from './ubl/invoice.js';

export interface Settings {
  /** Off: invoices are kept, nothing is proposed. */
  readonly autoPropose: boolean;
  /** Shown for invoices that name no currency. */
  readonly currencyLabel: string;
  /** Case ids by number of order, invoice or buyer's reference (in comparable form). */
  readonly cases: ReadonlyMap<string, string>;
}

/** What is missing or of the wrong form counts as not set. */
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

/** Prefix and 26 letters, as the platform writes its ids. */
const CASE_ID = /^cas_[0-9a-z]{26}$/;

/** The case that an invoice belongs to: the one it was handed in for, one that the settings name, or one that its references name themselves. */
export function caseFor(invoice: Invoice, handedInFor: string | null, settings: Settings): string | null {
  if (handedInFor !== null) return handedInFor;
  const references = [invoice.order_reference, invoice.buyer_reference, invoice.number, invoice.corrects].filter(
    (one) => one !== null,
  );
  for (const reference of references) {
    const named = settings.cases.get(comparable(reference));
    if (named !== undefined) return named;
  }
  return references.find((reference) => CASE_ID.test(reference)) ?? null;
}
