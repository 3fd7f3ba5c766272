/** Reads an invoice file and charges for its pages with a hold. */
import { KushkError, type KushkClient } from '@kushk/plugin-sdk';
import type { InvoiceFile } from './invoice-files.js';
import { UnreadableInvoice, type Invoice } from './ubl/invoice.js';
import { maxPages } from './ubl/pages.js';
import { readInvoice } from './ubl/read-invoice.js';
import { UnreadableXml } from './ubl/xml-tree.js';

const SERVICE = 'ocr.page';
const MAX_HOLDS = 3;

export type ReadResult =
  | { readonly kind: 'read'; readonly invoice: Invoice; readonly charged: string }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads a file and charges for it once. If the hold of an earlier run expired, a new hold with the next idempotency
 * key is used.
 */
export async function readAndCharge(client: KushkClient, file: InvoiceFile): Promise<ReadResult> {
  for (let hold = 1; ; hold += 1) {
    try {
      return await readWithHold(client, file, `${file.digest.slice(0, 32)}.${hold}`);
    } catch (error) {
      const isHoldClosed = KushkError.is(error, 'wallet.hold_expired') || KushkError.is(error, 'wallet.hold_released');
      if (!isHoldClosed || hold === MAX_HOLDS) throw error;
    }
  }
}

/**
 * The file is read after the hold and before the settlement. A crash therefore leaves either a step that can be
 * repeated or a hold that expires.
 */
async function readWithHold(client: KushkClient, file: InvoiceFile, key: string): Promise<ReadResult> {
  const hold = await client.wallet.hold(
    { service: SERVICE, count: maxPages(file.text), reference: file.digest.slice(0, 32) },
    { idempotencyKey: `hold.${key}` },
  );
  let invoice: Invoice;
  try {
    invoice = readInvoice(file.text);
  } catch (error) {
    await client.wallet.release(hold.id, { idempotencyKey: `release.${key}` });
    if (!(error instanceof UnreadableXml) && !(error instanceof UnreadableInvoice)) throw error;
    return { kind: 'unreadable', reason: error.message };
  }
  const pages = Math.min(invoice.pages, hold.count);
  const { charged } = await client.wallet.settle(hold.id, pages, { idempotencyKey: `settle.${key}` });
  return { kind: 'read', invoice, charged };
}
