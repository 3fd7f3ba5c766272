/** The plugin's records: an invoice with what became of it, and a file that could not be read. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';
import { comparable } from './ubl/text.js';

export const INVOICE = 'invoice';
export const UNREADABLE_FILE = 'unreadable_file';

/** Record type `invoice`. */
export type KeptInvoice = Invoice & {
  readonly file: { readonly name: string; readonly digest: string };
  readonly charged: string;
  readonly case_id: string | null;
  readonly proposal: KeptProposal | null;
};
export type KeptProposal = JsonObject & {
  readonly external_id: string;
  readonly amount: string;
  /** `sending` until the service has answered; `refused` when it would not take it. */
  readonly outcome: 'sending' | 'refused' | 'pending' | 'applied' | 'rejected';
  readonly reason: string | null;
};
/** Record type `unreadable_file`. */
export type UnreadableFile = JsonObject & { readonly name: string; readonly digest: string; readonly reason: string };

/** The same invoice sent again, perhaps corrected, is the same record: kind, supplier and number name it. */
export function externalIdOf(invoice: Invoice): string {
  const supplier = comparable(invoice.supplier.id ?? invoice.supplier.name ?? 'unknown');
  const id = `${invoice.kind}:${supplier}:${invoice.number}`;
  return id.length <= 150 ? id : `${invoice.kind}:${createHash('sha256').update(id).digest('hex')}`;
}

/** One proposal for each version of an invoice that was read. */
export function proposalIdOf(externalId: string, digest: string): string {
  return `${externalId}#${digest.slice(0, 12)}`;
}

/** The record behind a proposal's `external_id`; null for a proposal of another kind. */
export function recordOfProposal(proposalId: string): string | null {
  const at = proposalId.lastIndexOf('#');
  return at > 0 ? proposalId.slice(0, at) : null;
}
