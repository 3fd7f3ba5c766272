/** The plugin's record types: an invoice with the state of its proposal, and a file that could not be read. */
import { createHash } from 'node:crypto';
import type { JsonObject, ProposalStatus } from '@kushk/plugin-sdk';
import type { Invoice } from './ubl/invoice.js';
import { comparable } from './ubl/text.js';

export const INVOICE = 'invoice';
export const UNREADABLE_FILE = 'unreadable_file';

/** The data of a record of type `invoice`. */
export type StoredInvoice = Invoice & {
  readonly file: { readonly name: string; readonly digest: string };
  /** The metered units (MU) charged for reading the invoice. */
  readonly charged: string;
  readonly case_id: string | null;
  readonly proposal: StoredProposal | null;
};
export type StoredProposal = JsonObject & {
  readonly external_id: string;
  readonly amount: string;
  /** `sending` until the instance has responded; `refused` when the instance rejected the proposal. */
  readonly outcome: 'sending' | 'refused' | ProposalStatus;
  /** The reason that a person gave for rejecting the proposal, or the error code when the instance rejected it. */
  readonly reason: string | null;
};
/** The data of a record of type `unreadable_file`. */
export type UnreadableFile = JsonObject & { readonly name: string; readonly digest: string; readonly reason: string };

const MAX_PLAIN_ID_LENGTH = 150;

/**
 * The kind, the supplier and the number identify an invoice, so a corrected version replaces the record of the
 * earlier version.
 */
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

/**
 * Returns the record id that a proposal id contains, or null for a proposal that this plugin did not create for an
 * invoice.
 */
export function recordIdOfProposal(proposalId: string): string | null {
  const separator = proposalId.lastIndexOf('#');
  return separator > 0 ? proposalId.slice(0, separator) : null;
}
