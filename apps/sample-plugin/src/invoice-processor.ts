/**
 * Processes the invoices of one installation: reads each new invoice, stores it as a record, and proposes its amount
 * for a case. Every step can be repeated after a crash without a second effect, because the idempotency keys of the
 * wallet and the ids of records and proposals are derived from the file.
 */
import { KushkError, type InstallationInfo, type KushkClient, type NewProposal } from '@kushk/plugin-sdk';
import type { InvoiceFile } from './invoice-files.js';
import { readAndCharge } from './invoice-reader.js';
import { InvoiceRecords } from './invoice-records.js';
import { amountFor, proposeAmount } from './proposal.js';
import { caseFor, readSettings, type Settings } from './settings.js';
import {
  externalIdOf,
  proposalIdOf,
  recordIdOfProposal,
  type StoredInvoice,
  type StoredProposal,
} from './stored-invoice.js';

export type Log = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** Error statuses that concern one invoice. Any other error stops the processing of all invoices. */
const STATUSES_OF_ONE_INVOICE = new Set([400, 404, 409, 413, 422]);

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

  /** Stores the outcome from a `plugin.proposal.settled` event in the record. A later event may add a reason. */
  async settleProposal(proposalId: string, outcome: 'applied' | 'rejected', reason: string | null): Promise<void> {
    const recordId = recordIdOfProposal(proposalId);
    if (recordId === null) return;
    const records = await this.loadRecords();
    const invoice = await records.putOutcome(recordId, proposalId, { outcome, reason });
    if (invoice === null) return;
    this.log('proposal_settled', { number: invoice.number, outcome, has_reason: reason !== null });
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

  private async processFile(file: InvoiceFile, records: InvoiceRecords, context: Context): Promise<void> {
    const invoice = records.find(file.digest) ?? (await this.read(file, records));
    if (invoice === null || !context.settings.autoPropose || isSent(invoice.proposal)) return;
    await this.propose(invoice, records, { ...context, caseId: caseFor(invoice, file.caseId, context.settings) });
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
    };
    await records.put(invoice);
    const { number, kind, pages, remarks } = invoice;
    this.log('invoice_read', { number, kind, pages, charged, remarks: remarks.length });
    return invoice;
  }

  private async propose(
    invoice: StoredInvoice,
    records: InvoiceRecords,
    { info, settings, caseId }: Context & { readonly caseId: string | null },
  ): Promise<void> {
    const { number } = invoice;
    const amount = amountFor(invoice, records.findByNumber(invoice.corrects));
    if (caseId === null || amount === null) {
      const reason = caseId === null ? 'no case is known for it' : 'the invoice that it corrects is unknown';
      this.log('invoice_without_case', { number, reason });
      return;
    }
    const proposalId = proposalIdOf(externalIdOf(invoice), invoice.file.digest);
    const sending: StoredProposal = { external_id: proposalId, amount, outcome: 'sending', reason: null };
    const proposed: StoredInvoice = { ...invoice, case_id: caseId, proposal: sending };
    // The record is written before the proposal is sent, because the outcome may arrive before the response to the
    // proposal.
    const revision = await records.put(proposed);
    const { language } = info.locale;
    const { currencyLabel } = settings;
    const sent = await this.send(proposeAmount(invoice, { proposalId, caseId, amount, language, currencyLabel }));
    this.log(sent.outcome === 'refused' ? 'proposal_refused' : 'amount_proposed', {
      number,
      case_id: caseId,
      amount,
      ...(sent.outcome === 'refused' && { code: sent.reason }),
    });
    await records
      .put({ ...proposed, proposal: { ...sending, ...sent } }, { ifMatch: revision })
      .catch(ignoreRevisionConflict);
  }

  /**
   * A rejected proposal, for example for an unknown case, concerns this invoice only. It is sent again after
   * `reload`.
   */
  private async send(proposal: NewProposal): Promise<Pick<StoredProposal, 'outcome' | 'reason'>> {
    try {
      const { status, reason } = await this.client.propose(proposal);
      return { outcome: status, reason };
    } catch (error) {
      if (concernsOneInvoice(error)) return { outcome: 'refused', reason: error.code };
      throw error;
    }
  }
}

function isSent(proposal: StoredProposal | null): boolean {
  return proposal !== null && proposal.outcome !== 'sending' && proposal.outcome !== 'refused';
}

function isCreditNote(file: InvoiceFile): boolean {
  return /<\/(?:[\w.-]+:)?CreditNote\s*>\s*$/.test(file.text);
}

function concernsOneInvoice(error: unknown): error is KushkError {
  return error instanceof KushkError && STATUSES_OF_ONE_INVOICE.has(error.status);
}

/**
 * A revision conflict means that the outcome of the proposal was stored in the meantime. That outcome is newer and
 * must not be overwritten.
 */
function ignoreRevisionConflict(error: unknown): void {
  if (!(error instanceof KushkError) || error.status !== 412) throw error;
}
