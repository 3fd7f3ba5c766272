/**
 * Processes the invoices of one installation: reads each new invoice, stores it as a record, finds its case, and
 * submits what belongs to it. Every step can be repeated after a crash without a second effect, because the
 * idempotency keys and the ids of records, proposals and sources are derived from the file.
 */
import type { InstallationInfo, KushkClient } from '@kushk/plugin-sdk';
import { findCase, type FoundCase } from './find-case.js';
import type { InvoiceFile } from './invoice-files.js';
import { readAndCharge } from './invoice-reader.js';
import { InvoiceRecords } from './invoice-records.js';
import { readSettings, type Settings } from './settings.js';
import type { Outcome, StoredInvoice } from './stored-invoice.js';
import { concernsOneInvoice, submitParts } from './submit-parts.js';
import { draftsFor } from './drafts.js';

export type Log = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** Data that the processor loads once and caches until `reload`. */
interface Context {
  readonly info: InstallationInfo;
  readonly settings: Settings;
}

export class InvoiceProcessor {
  private records: Promise<InvoiceRecords> | null = null;
  private context: Context | null = null;
  /** Digests of the files that need no further processing under the current settings. */
  private readonly done = new Set<string>();

  constructor(
    private readonly client: KushkClient,
    private readonly log: Log,
  ) {}

  /**
   * Must be called after a change of the settings, the plan or the scopes. Loads them and processes every file again.
   */
  reload(): void {
    this.context = null;
    this.done.clear();
  }

  /**
   * Processes the files that are not done yet. An error that concerns one file is logged; any other error is thrown.
   */
  async process(files: readonly InvoiceFile[]): Promise<void> {
    const open = files.filter((file) => !this.done.has(file.digest));
    if (open.length === 0) return;
    const context = (this.context ??= await this.loadContext());
    const records = await this.loadRecords();
    // A credit note needs the invoice that it corrects, so invoices come first.
    for (const file of open.sort((left, right) => Number(isCreditNote(left)) - Number(isCreditNote(right)))) {
      if (!records.isUnreadable(file.digest))
        await this.processFile(file, records, context).catch((error: unknown) => {
          if (!concernsOneInvoice(error)) throw error;
          this.log('invoice_refused', { file: file.name, code: error.code });
        });
      this.done.add(file.digest);
    }
  }

  /**
   * Stores the outcome of a proposal or a source, from the event that reports it. A later event may add a reason.
   */
  async settle(submissionId: string, outcome: Outcome): Promise<void> {
    const records = await this.loadRecords();
    const invoice = await records.putOutcome(submissionId, outcome);
    if (invoice === null) return;
    this.log('submission_settled', {
      number: invoice.number,
      submission: submissionId.slice(submissionId.lastIndexOf('.') + 1),
      outcome: outcome.outcome,
      has_reason: outcome.reason !== null,
    });
  }

  private async loadContext(): Promise<Context> {
    const info = await this.client.installation();
    return { info, settings: readSettings(info.settings) };
  }

  /** All callers share one load, so that there is only one cache. After a failed load, the next caller loads again. */
  private loadRecords(): Promise<InvoiceRecords> {
    this.records ??= InvoiceRecords.load(this.client).catch((error: unknown) => {
      this.records = null;
      throw error;
    });
    return this.records;
  }

  private async processFile(file: InvoiceFile, records: InvoiceRecords, { info, settings }: Context): Promise<void> {
    const invoice = records.find(file.digest) ?? (await this.read(file, records));
    if (invoice === null || !settings.autoPropose) return;
    const found = await this.caseOf(invoice, file);
    if (found.caseId === null) {
      this.log('invoice_without_case', { number: invoice.number, reason: found.reason });
      return;
    }
    const { caseId } = found;
    const corrected = records.findByNumber(invoice.corrects);
    const drafts = draftsFor({ ...invoice, case_id: caseId }, { file, corrected, info, settings, caseId });
    if (drafts.proposal === null)
      this.log('amount_unknown', { number: invoice.number, reason: 'the invoice that it corrects is unknown' });
    await submitParts({ client: this.client, records, log: this.log }, file.digest, { caseId, drafts });
  }

  private async caseOf(invoice: StoredInvoice, file: InvoiceFile): Promise<FoundCase> {
    const caseId = file.caseId ?? invoice.case_id;
    return caseId === null ? await findCase(this.client.read, invoice) : { caseId };
  }

  private async read(file: InvoiceFile, records: InvoiceRecords): Promise<StoredInvoice | null> {
    const result = await readAndCharge(this.client, file);
    if (result.kind === 'unreadable') {
      await records.putUnreadable(file, result.reason);
      this.log('invoice_unreadable', { file: file.name, reason: result.reason });
      return null;
    }
    const { charged } = result;
    const invoice: StoredInvoice = {
      ...result.invoice,
      file: { name: file.name, digest: file.digest },
      charged,
      case_id: null,
      proposal: null,
      due_event: null,
      scan: null,
    };
    await records.put(invoice);
    const { number, kind, pages, remarks } = invoice;
    this.log('invoice_read', { number, kind, pages, charged, remarks: remarks.length });
    return invoice;
  }
}

function isCreditNote(file: InvoiceFile): boolean {
  return /<\/(?:[\w.-]+:)?CreditNote\s*>\s*$/.test(file.text);
}
