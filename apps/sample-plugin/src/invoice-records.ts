/** The invoices that the plugin has read, stored as records of the platform, with a local cache. */
import { KushkError, type KushkClient } from '@kushk/plugin-sdk';
import type { InvoiceFile } from './invoice-files.js';
import {
  externalIdOf,
  INVOICE,
  UNREADABLE_FILE,
  type StoredInvoice,
  type StoredProposal,
  type UnreadableFile,
} from './stored-invoice.js';

export class InvoiceRecords {
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

  /** Writes an invoice and returns its revision. With `ifMatch` the write replaces only that revision. */
  async put(invoice: StoredInvoice, options: { readonly ifMatch?: number } = {}): Promise<number> {
    const records = this.client.records<StoredInvoice>(INVOICE);
    const { revision } = await records.put(externalIdOf(invoice), invoice, options);
    this.invoicesByDigest.set(invoice.file.digest, invoice);
    return revision;
  }

  async putUnreadable({ name, digest }: InvoiceFile, reason: string): Promise<void> {
    await this.client.records<UnreadableFile>(UNREADABLE_FILE).put(digest, { name, digest, reason });
    this.unreadableDigests.add(digest);
  }

  /**
   * Stores the outcome of a proposal. Returns the invoice, or null when its record has a different proposal or was
   * deleted.
   */
  async putOutcome(
    recordId: string,
    proposalId: string,
    change: Pick<StoredProposal, 'outcome' | 'reason'>,
  ): Promise<StoredInvoice | null> {
    const records = this.client.records<StoredInvoice>(INVOICE);
    const record = await records.get(recordId).catch(nullWhenNotFound);
    const proposal = record?.data.proposal;
    if (!record || proposal?.external_id !== proposalId) return null;
    const invoice: StoredInvoice = { ...record.data, proposal: { ...proposal, ...change } };
    await this.put(invoice, { ifMatch: record.revision });
    return invoice;
  }
}

function nullWhenNotFound(error: unknown): null {
  if (error instanceof KushkError && error.status === 404) return null;
  throw error;
}
