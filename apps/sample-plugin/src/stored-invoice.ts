/** The plugin's record types: an invoice with the state of its proposal, and a file that could not be read. */
import { createHash } from 'node:crypto';
import type { JsonObject, ProposalStatus, SourceStatus } from '@kushk/plugin-sdk';
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
} & { readonly [Part in SubmittedPart]: Submission | null };

/** What the plugin submits for an invoice: the amount of the case, the calendar event of the due date, and the scan. */
export const SUBMITTED_PARTS = ['proposal', 'due_event', 'scan'] as const;
export type SubmittedPart = (typeof SUBMITTED_PARTS)[number];
export type Submission = JsonObject & {
  readonly external_id: string;
  /** `sending` until the instance has responded; `refused` when the instance rejected the request. */
  readonly outcome: 'sending' | 'refused' | ProposalStatus | SourceStatus;
  /** The reason that a person gave, or the error code when the instance rejected the request. */
  readonly reason: string | null;
  /** The record that was changed or created; null until a person has decided. */
  readonly record_id: string | null;
  /** The revision of the outcome of a proposal, from its newest event. */
  readonly revision?: number;
};
/** The outcome that an event reports. */
export type Outcome = Pick<Submission, 'outcome' | 'reason' | 'record_id' | 'revision'>;
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

/** Each version of an invoice, identified by the digest of its file, has its own submissions. */
export function submissionIdOf(invoice: StoredInvoice, part: SubmittedPart): string {
  return `${externalIdOf(invoice)}#${invoice.file.digest.slice(0, 12)}.${part}`;
}

/**
 * Returns the record id that the id of a submission contains, or null for one that this plugin did not make for an
 * invoice.
 */
export function recordIdOfSubmission(submissionId: string): string | null {
  const separator = submissionId.lastIndexOf('#');
  return separator > 0 ? submissionId.slice(0, separator) : null;
}
