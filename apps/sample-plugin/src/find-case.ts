/** Finds the case that an invoice belongs to, by reading the organisation's cases. */
import type { ReadClient } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';

/** `reason` is for the log. */
export type FoundCase = { readonly caseId: string } | { readonly caseId: null; readonly reason: string };

/**
 * Returns the open case whose title or description contains a reference of the invoice: its own number, its order
 * number, the buyer's reference, or the number of the invoice that it corrects. Searches by the supplier's name last. A
 * reference that several cases contain decides nothing, because a wrong case is worse than none.
 */
export async function findCase(read: ReadClient, invoice: Invoice): Promise<FoundCase> {
  const { number, order_reference: order, buyer_reference: buyer, corrects, supplier } = invoice;
  let isAmbiguous = false;
  for (const query of [number, order, buyer, corrects, supplier.name]) {
    if (query === null || !/[\p{L}\p{N}]/u.test(query)) continue;
    const { items } = await read.cases({ status: 'open', query, limit: 2 });
    const [found] = items;
    if (found !== undefined && items.length === 1) return { caseId: found.id };
    isAmbiguous ||= items.length > 1;
  }
  return { caseId: null, reason: isAmbiguous ? 'several open cases match' : 'no open case matches' };
}
