/** The plugin's record types: an invoice with the state of its proposal, and a file that could not be read. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';
import { comparable } from './ubl/text.js';

export const INVOICE = 'invoice';
export const UNREADABLE_FILE = 'unreadable_file';

/** Record type `invoice`. */
export type StoredInvoice = Invoice & {
  readonly file: { readonly name: string; readonly digest: string };
  /** MU charged for reading it. */
  readonly charged: string;
  readonly case_id: string | null;
  readonly proposal: StoredProposal | null;
};
export type StoredProposal = JsonObject & {
  readonly external_id: string;
  readonly amount: string;
  /** `sending` until the service has answered; `refused` when the service rejected the proposal. */
  readonly outcome: 'sending' | 'refused' | 'pending' | 'applied' | 'rejected';
  /** The person's reason for a rejection, or the code of a refusal. */
  readonly reason: string | null;
};
/** Record type `unreadable_file`. */
export type UnreadableFile = JsonObject & { readonly name: string; readonly digest: string; readonly reason: string };

const MAX_PLAIN_ID_LENGTH = 150;

/** Kind, supplier and number identify an invoice, so a corrected version of it replaces the same record. */
export function externalIdOf(invoice: Invoice): string {
  const supplier = comparable(invoice.supplier.id ?? invoice.supplier.name ?? 'unknown');
  const id = `${invoice.kind}:${supplier}:${invoice.number}`;
  if (id.length <= MAX_PLAIN_ID_LENGTH) return id;
  return `${invoice.kind}:${createHash('sha256').update(id).digest('hex')}`;
}

/** Each version of an invoice, identified by the digest of its file, has its own proposal. */
export function proposalIdOf(externalId: string, digest: string): string {
  return `${externalId}#${digest.slice(0, 12)}`;
}

/** Returns the record id of a proposal, or null for a proposal that this plugin did not make for an invoice. */
export function recordIdOfProposal(proposalId: string): string | null {
  const separator = proposalId.lastIndexOf('#');
  return separator > 0 ? proposalId.slice(0, separator) : null;
}
