/**
 * The plugin's work for one installation: read each new invoice (reserve MU per page, settle what was read), keep it
 * as a record, propose its amount to the case. Every step can be repeated after a crash without doing it twice: MU
 * by idempotency keys made of the file's digest, proposals by their `external_id`.
 */
import {
  KushkError,
  type InstallationInfo,
  type KushkClient,
  type NewProposal,
  type PluginRecord,
} from '@kushk/plugin-sdk';
import type { InvoiceFile } from './invoice-files.js';
import {
  externalIdOf,
  INVOICE,
  proposalIdOf,
  recordOfProposal,
  UNREADABLE_FILE,
  type KeptInvoice,
  type KeptProposal,
  type UnreadableFile,
} from './kept-invoice.js';
import { amountFor, proposeAmount } from './proposal.js';
import { caseFor, readSettings, type Settings } from './settings.js';
import { UnreadableInvoice, type Invoice } from './ubl/invoice.js';
import { mostPages } from './ubl/pages.js';
import { readInvoice } from './ubl/read-invoice.js';
import { UnreadableXml } from './ubl/xml-tree.js';

export type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void;

const SERVICE = 'ocr.page';
const MOST_ATTEMPTS = 3;
/** Answers about what was sent, not about who sends it. */
const CONCERNS_ONE = new Set([400, 404, 409, 413, 422]);

interface Reading {
  readonly invoice: Invoice;
  readonly charged: string;
}

export class InvoiceDesk {
  /** Kept invoices by the digest of their file; null until the records have been read once. */
  private kept: Map<string, KeptInvoice> | null = null;
  private readonly unreadable = new Set<string>();
  /** Files for which nothing is left to do under the present settings. */
  private readonly done = new Set<string>();
  private about: { info: InstallationInfo; settings: Settings } | null = null;

  constructor(
    private readonly client: KushkClient,
    private readonly log: Log,
  ) {}

  /** Settings, plan or grants have changed: look at everything again, with fresh eyes. */
  reconsider(): void {
    this.about = null;
    this.done.clear();
  }

  /** Goes through the files that are not done. Throws what stops all of them (no MU, no service); one bad file stops nobody. */
  async work(files: readonly InvoiceFile[]): Promise<void> {
    const open = files.filter((file) => !this.done.has(file.digest));
    if (open.length === 0) return;
    this.about ??= await this.ask();
    this.kept ??= await this.remember();
    // Credit notes after invoices: they are about them.
    for (const file of open.sort((left, right) => Number(isCreditNote(left)) - Number(isCreditNote(right)))) {
      if (!this.unreadable.has(file.digest))
        await this.workOn(file, this.kept, this.about.settings).catch((error: unknown) => {
          this.skip(file, error);
        });
      this.done.add(file.digest);
    }
  }

  /** `plugin.proposal.settled`: notes the outcome on the record. A later revision brings the reason (seed: Events 4). */
  async settled(proposalId: string, outcome: 'applied' | 'rejected', reason: string | null): Promise<void> {
    const externalId = recordOfProposal(proposalId);
    if (externalId === null) return;
    const records = this.client.records<KeptInvoice>(INVOICE);
    const record = await records.get(externalId).catch(absent);
    if (record === null || record.data.proposal?.external_id !== proposalId) return;
    const data: KeptInvoice = { ...record.data, proposal: { ...record.data.proposal, outcome, reason } };
    await records.put(externalId, data, { ifMatch: record.revision });
    this.kept?.set(data.file.digest, data);
    this.log('proposal_settled', { number: data.number, outcome, reason_given: reason !== null });
  }

  private async ask(): Promise<{ info: InstallationInfo; settings: Settings }> {
    const info = await this.client.installation();
    return { info, settings: readSettings(info.settings) };
  }

  private async remember(): Promise<Map<string, KeptInvoice>> {
    const kept = new Map<string, KeptInvoice>();
    for await (const { data } of this.client.records<KeptInvoice>(INVOICE).all()) kept.set(data.file.digest, data);
    for await (const { data } of this.client.records<UnreadableFile>(UNREADABLE_FILE).all())
      this.unreadable.add(data.digest);
    return kept;
  }

  private async workOn(file: InvoiceFile, kept: Map<string, KeptInvoice>, settings: Settings): Promise<void> {
    let invoice = kept.get(file.digest) ?? null;
    if (invoice === null) {
      const read = await this.read(file);
      if (read === null) return;
      invoice = {
        ...read.invoice,
        file: { name: file.name, digest: file.digest },
        charged: read.charged,
        case_id: null,
        proposal: null,
      };
      await this.keep(invoice, kept);
      this.log('invoice_read', {
        number: invoice.number,
        kind: invoice.kind,
        pages: invoice.pages,
        charged: read.charged,
        remarks: invoice.remarks.length,
      });
    }
    const unsent =
      invoice.proposal === null || invoice.proposal.outcome === 'sending' || invoice.proposal.outcome === 'refused';
    if (unsent && settings.autoPropose) await this.propose(invoice, file.caseId, kept, settings);
  }

  /** What concerns this file alone is told and left; everything else (no MU, no service, no right) stops the work. */
  private skip(file: InvoiceFile, error: unknown): void {
    if (!(error instanceof KushkError) || !CONCERNS_ONE.has(error.status)) throw error;
    this.log('invoice_refused', { file: file.name, code: error.code });
  }

  /** A reservation of an earlier life of this process may have run out; then a fresh one is made, with the next key. */
  private async read(file: InvoiceFile): Promise<Reading | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.readWithin(file, `${file.digest.slice(0, 32)}.${attempt}`);
      } catch (error) {
        const gone = KushkError.is(error, 'wallet.hold_expired') || KushkError.is(error, 'wallet.hold_released');
        if (!gone || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  }

  /** Reserve, read, settle: in this order, so that a crash anywhere leaves either a repeatable step or a reservation that expires. */
  private async readWithin(file: InvoiceFile, key: string): Promise<Reading | null> {
    const hold = await this.client.wallet.hold(
      { service: SERVICE, count: mostPages(file.text), reference: file.digest.slice(0, 32) },
      { idempotencyKey: `hold.${key}` },
    );
    let invoice: Invoice;
    try {
      invoice = readInvoice(file.text);
    } catch (error) {
      await this.client.wallet.release(hold.id, { idempotencyKey: `release.${key}` });
      if (!(error instanceof UnreadableXml) && !(error instanceof UnreadableInvoice)) throw error;
      await this.report(file, error.message);
      return null;
    }
    const { charged } = await this.client.wallet.settle(hold.id, Math.min(invoice.pages, hold.count), {
      idempotencyKey: `settle.${key}`,
    });
    return { invoice, charged };
  }

  private async report(file: InvoiceFile, reason: string): Promise<void> {
    await this.client
      .records<UnreadableFile>(UNREADABLE_FILE)
      .put(file.digest, { name: file.name, digest: file.digest, reason });
    this.unreadable.add(file.digest);
    this.log('invoice_unreadable', { file: file.name, reason });
  }

  private async propose(
    invoice: KeptInvoice,
    handedInFor: string | null,
    kept: Map<string, KeptInvoice>,
    settings: Settings,
  ): Promise<void> {
    const caseId = caseFor(invoice, handedInFor, settings);
    const corrected =
      [...kept.values()].find((one) => one.kind === 'invoice' && one.number === invoice.corrects) ?? null;
    const amount = amountFor(invoice, corrected);
    if (caseId === null || amount === null) {
      this.log('invoice_without_case', {
        number: invoice.number,
        reason: caseId === null ? 'no case is known for it' : 'the invoice that it corrects is not known',
      });
      return;
    }
    const recordId = externalIdOf(invoice);
    const proposalId = proposalIdOf(recordId, invoice.file.digest);
    const language = this.about?.info.locale.language ?? 'en';
    const intended: KeptInvoice = {
      ...invoice,
      case_id: caseId,
      proposal: { external_id: proposalId, amount, outcome: 'sending', reason: null },
    };
    // Kept before it is sent: its outcome may come back before the answer does.
    const { revision } = await this.keep(intended, kept);
    const { outcome, reason } = await this.send(
      proposeAmount(proposalId, caseId, amount, invoice, language, settings.currencyLabel),
    );
    this.log(outcome === 'refused' ? 'proposal_refused' : 'amount_proposed', {
      number: invoice.number,
      case_id: caseId,
      amount,
      ...(outcome === 'refused' ? { code: reason } : {}),
    });
    await this.keep(
      { ...intended, proposal: { external_id: proposalId, amount, outcome, reason } },
      kept,
      revision,
    ).catch((error: unknown) => {
      if (!(error instanceof KushkError) || error.status !== 412) throw error;
    });
  }

  /** A case that is gone or foreign concerns this invoice alone; it is tried again when the settings change. */
  private async send(proposal: NewProposal): Promise<{ outcome: KeptProposal['outcome']; reason: string | null }> {
    try {
      const { status, reason } = await this.client.propose(proposal);
      return { outcome: status, reason };
    } catch (error) {
      if (error instanceof KushkError && CONCERNS_ONE.has(error.status))
        return { outcome: 'refused', reason: error.code };
      throw error;
    }
  }

  private async keep(
    invoice: KeptInvoice,
    kept: Map<string, KeptInvoice>,
    revision?: number,
  ): Promise<PluginRecord<KeptInvoice>> {
    const record = await this.client
      .records<KeptInvoice>(INVOICE)
      .put(externalIdOf(invoice), invoice, revision === undefined ? {} : { ifMatch: revision });
    kept.set(invoice.file.digest, invoice);
    return record;
  }
}

function isCreditNote(file: InvoiceFile): boolean {
  return /<\/(?:[\w.-]+:)?CreditNote\s*>\s*$/.test(file.text);
}

function absent(error: unknown): null {
  if (error instanceof KushkError && error.status === 404) return null;
  throw error;
}
