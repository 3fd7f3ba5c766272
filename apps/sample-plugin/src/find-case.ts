/** Finds the case that an invoice belongs to, by reading the organisation's cases. */
import type { Case, ReadClient } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';
import { comparable } from './ubl/text.js';

/** `reason` is for the log. */
export type FoundCase = { readonly caseId: string } | { readonly caseId: null; readonly reason: string };
type References = Pick<Invoice, 'number' | 'order_reference' | 'buyer_reference' | 'corrects' | 'supplier'>;

/** More open cases than this with the words of a reference decide nothing. */
const MAX_MATCHES = 50;

/**
 * Returns the open case whose title or description contains a reference of the invoice: its own number, its order
 * number, the buyer's reference, or the number of the invoice that it corrects. Searches by the supplier's name last. A
 * reference that several cases contain decides nothing, because a wrong case is worse than none.
 */
export async function findCase(read: Pick<ReadClient, 'cases'>, invoice: References): Promise<FoundCase> {
  const { number, order_reference: order, buyer_reference: buyer, corrects, supplier } = invoice;
  let isAmbiguous = false;
  for (const query of [number, order, buyer, corrects, supplier.name]) {
    if (query === null || wordsOf(query).length === 0) continue;
    const { items, next_cursor } = await read.cases({ status: 'open', query, limit: MAX_MATCHES });
    // The search also finds words that only begin like those of the query: `INV-10` for `INV-1`.
    const matching = query === supplier.name ? items : items.filter((one) => mentions(one, query));
    const [found] = matching;
    if (found !== undefined && matching.length === 1 && next_cursor === null) return { caseId: found.id };
    isAmbiguous ||= matching.length > 1 || next_cursor !== null;
  }
  return { caseId: null, reason: isAmbiguous ? 'several open cases match' : 'no open case matches' };
}

/** Whether the case contains the words of the reference one after the other. */
function mentions({ title, description }: Pick<Case, 'title' | 'description'>, reference: string): boolean {
  const words = ` ${wordsOf(reference).join(' ')} `;
  return [title, description ?? ''].some((text) => ` ${wordsOf(text).join(' ')} `.includes(words));
}

function wordsOf(text: string): readonly string[] {
  return comparable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
