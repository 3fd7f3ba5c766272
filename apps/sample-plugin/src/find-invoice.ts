/** The tool `find_invoice`: searches the stored invoices by number, party or amount. */
import type { JsonObject, KushkClient } from '@kushk/plugin-sdk';
import { INVOICE, type StoredInvoice } from './stored-invoice.js';
import { equal, parseDecimal } from './ubl/decimal.js';
import { comparable } from './ubl/text.js';

const MAX_RESULTS = 20;

/** Returns `{invoices: […], more: boolean}`. An invoice must match all given arguments. */
export async function findInvoice(args: JsonObject, person: KushkClient, signal: AbortSignal): Promise<JsonObject> {
  const matches = matcherFor(args);
  const found: JsonObject[] = [];
  for await (const { data } of person.records<StoredInvoice>(INVOICE).all()) {
    if (signal.aborted) break;
    if (!matches(data)) continue;
    if (found.length === MAX_RESULTS) return { invoices: found, more: true };
    found.push(summaryOf(data));
  }
  return { invoices: found, more: false };
}

function matcherFor({ number, party, amount }: JsonObject): (invoice: StoredInvoice) => boolean {
  const wanted = typeof amount === 'string' ? parseDecimal(amount) : null;
  return (invoice) =>
    (typeof number !== 'string' || comparable(invoice.number).includes(comparable(number))) &&
    (typeof party !== 'string' ||
      [invoice.supplier, invoice.customer].some(({ name, id }) =>
        [name, id].some((text) => text !== null && comparable(text).includes(comparable(party))),
      )) &&
    (typeof amount !== 'string' || (wanted !== null && equal(parseDecimal(invoice.payable) ?? wanted, wanted)));
}

function summaryOf(invoice: StoredInvoice): JsonObject {
  const { kind, number, issued_on, due_on, currency, payable, pages, case_id, remarks } = invoice;
  return {
    kind,
    number,
    issued_on,
    due_on,
    supplier: invoice.supplier.name,
    customer: invoice.customer.name,
    payable,
    currency,
    lines: invoice.lines.length,
    pages,
    case_id,
    proposal: invoice.proposal?.outcome ?? null,
    due_event: invoice.due_event?.outcome ?? null,
    scan: invoice.scan?.outcome ?? null,
    remarks,
  };
}
