/** The tool `find_invoice`: searches the kept invoices by number, party or amount. Reads only. */
import type { JsonObject, KushkClient } from '@kushk/plugin-sdk';
import { INVOICE, type KeptInvoice } from './kept-invoice.js';
import { equal, parseDecimal } from './ubl/decimal.js';
import { comparable } from './ubl/text.js';

const MOST = 20;

/** `{invoices: […], more: boolean}`; each given argument must fit. */
export async function findInvoice(args: JsonObject, person: KushkClient, signal: AbortSignal): Promise<JsonObject> {
  const fits = question(args);
  const found: JsonObject[] = [];
  for await (const { data } of person.records<KeptInvoice>(INVOICE).all()) {
    if (signal.aborted) break;
    if (!fits(data)) continue;
    if (found.length === MOST) return { invoices: found, more: true };
    found.push(summaryOf(data));
  }
  return { invoices: found, more: false };
}

function question({ number, party, amount }: JsonObject): (invoice: KeptInvoice) => boolean {
  const wanted = typeof amount === 'string' ? parseDecimal(amount) : null;
  return (invoice) =>
    (typeof number !== 'string' || comparable(invoice.number).includes(comparable(number))) &&
    (typeof party !== 'string' ||
      [invoice.supplier, invoice.customer].some(({ name, id }) =>
        [name, id].some((text) => text !== null && comparable(text).includes(comparable(party))),
      )) &&
    (typeof amount !== 'string' || (wanted !== null && equal(parseDecimal(invoice.payable) ?? wanted, wanted)));
}

function summaryOf(invoice: KeptInvoice): JsonObject {
  const { kind, number, issued_on, due_on, currency, payable, pages, case_id, proposal, remarks } = invoice;
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
    proposal: proposal?.outcome ?? null,
    remarks,
  };
}
