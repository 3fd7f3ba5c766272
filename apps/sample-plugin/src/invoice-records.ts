/** The invoices that the plugin has read, stored as records of the platform, with a local cache. */
import { KushkError, type KushkClient } from '@kushk/plugin-sdk';
import type { InvoiceFile } from './invoice-files.js';
import {
  externalIdOf,
  INVOICE,
  recordIdOfSubmission,
  SUBMITTED_PARTS,
  UNREADABLE_FILE,
  type Outcome,
  type StoredInvoice,
  type UnreadableFile,
} from './stored-invoice.js';

export class InvoiceRecords {
  private lastChange: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly client: KushkClient,
    private readonly invoicesByDigest: Map<string, StoredInvoice>,
    private readonly unreadableDigests: Set<string>,
  ) {}

  /** Loads all records once. */
  static async load(client: KushkClient): Promise<InvoiceRecords> {
    const invoices = new Map<string, StoredInvoice>();
    const unreadable = new Set<string>();
    for await (const { data } of client.records<StoredInvoice>(INVOICE).all()) invoices.set(data.file.digest, data);
    for await (const { data } of client.records<UnreadableFile>(UNREADABLE_FILE).all()) unreadable.add(data.digest);
    return new InvoiceRecords(client, invoices, unreadable);
  }

  /** Returns the invoice that was read from the file with this digest. */
  find(digest: string): StoredInvoice | null {
    return this.invoicesByDigest.get(digest) ?? null;
  }

  isUnreadable(digest: string): boolean {
    return this.unreadableDigests.has(digest);
  }

  /** Returns the invoice that a credit note corrects. */
  findByNumber(number: string | null): StoredInvoice | null {
    const invoices = [...this.invoicesByDigest.values()];
    return invoices.find((invoice) => invoice.kind === 'invoice' && invoice.number === number) ?? null;
  }

  /** Writes a new invoice. */
  async put(invoice: StoredInvoice): Promise<void> {
    await this.client.records<StoredInvoice>(INVOICE).put(externalIdOf(invoice), invoice);
    this.invoicesByDigest.set(invoice.file.digest, invoice);
  }

  /**
   * Changes a stored invoice. Changes run one after the other, because an outcome can arrive while a part is being
   * submitted, and neither may overwrite the other. Returns null when the record was deleted or `change` returns null.
   */
  change(recordId: string, change: (invoice: StoredInvoice) => StoredInvoice | null): Promise<StoredInvoice | null> {
    const result = this.lastChange.then(() => this.changeNow(recordId, change));
    this.lastChange = result.catch(() => undefined);
    return result;
  }

  private async changeNow(
    recordId: string,
    change: (invoice: StoredInvoice) => StoredInvoice | null,
  ): Promise<StoredInvoice | null> {
    const records = this.client.records<StoredInvoice>(INVOICE);
    const record = await records.get(recordId).catch(nullWhenNotFound);
    const invoice = record === null ? null : change(record.data);
    if (record === null || invoice === null) return null;
    await records.put(recordId, invoice, { ifMatch: record.revision });
    this.invoicesByDigest.set(invoice.file.digest, invoice);
    return invoice;
  }

  async putUnreadable({ name, digest }: InvoiceFile, reason: string): Promise<void> {
    await this.client.records<UnreadableFile>(UNREADABLE_FILE).put(digest, { name, digest, reason });
    this.unreadableDigests.add(digest);
  }

  /**
   * Stores the outcome of a submission. Returns the invoice, or null when no record has such a submission, or a newer
   * outcome is stored: an older event may come after a newer one.
   */
  async putOutcome(submissionId: string, outcome: Outcome): Promise<StoredInvoice | null> {
    const recordId = recordIdOfSubmission(submissionId);
    if (recordId === null) return null;
    return await this.change(recordId, (invoice) => {
      const part = SUBMITTED_PARTS.find((one) => invoice[one]?.external_id === submissionId);
      const submission = part === undefined ? null : invoice[part];
      if (part === undefined || submission === null) return null;
      const isOlder = outcome.revision !== undefined && outcome.revision <= (submission.revision ?? 0);
      return isOlder ? null : { ...invoice, [part]: { ...submission, ...outcome } };
    });
  }
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof KushkError && error.status === 404) return null;
  throw error;
}
