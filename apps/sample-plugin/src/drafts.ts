/** Builds what the plugin submits for an invoice with a known case. */
import type { InstallationInfo, NewProposal, SourceDraft } from '@kushk/plugin-sdk';
import { proposeDueEvent } from './due-event.js';
import type { InvoiceFile } from './invoice-files.js';
import { amountFor, proposeAmount } from './proposal.js';
import type { Settings } from './settings.js';
import { submissionIdOf, type StoredInvoice } from './stored-invoice.js';
import { readScan } from './ubl/read-invoice.js';
import { inPersianDigits } from './ubl/text.js';

/** Null for what this invoice does not have. */
export interface Drafts {
  readonly proposal: NewProposal | null;
  readonly due_event: NewProposal | null;
  readonly scan: SourceDraft | null;
}

export interface DraftContext {
  readonly file: InvoiceFile;
  /** The invoice that a credit note corrects. */
  readonly corrected: StoredInvoice | null;
  readonly info: InstallationInfo;
  readonly settings: Settings;
  readonly caseId: string;
}

export function draftsFor(invoice: StoredInvoice, context: DraftContext): Drafts {
  const { corrected, info, settings, caseId, file } = context;
  const { locale } = info;
  const amount = amountFor(invoice, corrected);
  return {
    proposal:
      amount === null
        ? null
        : proposeAmount(invoice, {
            externalId: submissionIdOf(invoice, 'proposal'),
            caseId,
            amount,
            language: locale.language,
            currencyLabel: settings.currencyLabel,
          }),
    due_event: proposeDueEvent(invoice, { externalId: submissionIdOf(invoice, 'due_event'), caseId }, locale),
    scan: scanDraft(invoice, file, locale.language),
  };
}

function scanDraft(invoice: StoredInvoice, file: InvoiceFile, language: string): SourceDraft | null {
  const scan = readScan(file.text);
  if (scan === null) return null;
  const { number } = invoice;
  return {
    external_id: submissionIdOf(invoice, 'scan'),
    kind: 'document',
    title: language.startsWith('fa') ? `تصویر فاکتور ${inPersianDigits(number)}` : `Scan of invoice ${number}`,
    content_type: scan.mediaType,
    content: scan.bytes,
    // The same time at every attempt, because a repeated source must have the same body.
    occurred_at: `${invoice.issued_on ?? '2000-01-01'}T00:00:00Z`,
  };
}
