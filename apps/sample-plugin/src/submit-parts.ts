/** Submits the parts of one invoice, each once, and stores their outcomes in the record of the invoice. */
import { KushkError, type KushkClient } from '@kushk/plugin-sdk';
import type { Drafts } from './drafts.js';
import type { Log } from './invoice-processor.js';
import type { InvoiceRecords } from './invoice-records.js';
import {
  externalIdOf,
  SUBMITTED_PARTS,
  type StoredInvoice,
  type Submission,
  type SubmittedPart,
} from './stored-invoice.js';

/** Error statuses that concern one invoice. Any other error stops the processing of all invoices. */
const STATUSES_OF_ONE_INVOICE = new Set([400, 404, 409, 413, 422]);

interface Services {
  readonly client: KushkClient;
  readonly records: InvoiceRecords;
  readonly log: Log;
}
interface Submitting {
  readonly caseId: string;
  readonly drafts: Drafts;
}
type Sent = Pick<Submission, 'outcome' | 'reason' | 'record_id'>;

/** Submits the parts that were not submitted yet, one after the other. */
export async function submitParts(services: Services, digest: string, submitting: Submitting): Promise<void> {
  for (const part of SUBMITTED_PARTS) {
    // The record changes when the outcome of an earlier part arrives.
    const invoice = services.records.find(digest);
    if (invoice !== null && submitting.drafts[part] !== null && !isSent(invoice[part]))
      await submit(services, invoice, { ...submitting, part });
  }
}

async function submit(
  { client, records, log }: Services,
  invoice: StoredInvoice,
  { part, drafts, caseId }: Submitting & { readonly part: SubmittedPart },
): Promise<void> {
  const { number, file } = invoice;
  const recordId = externalIdOf(invoice);
  const externalId = drafts[part]?.external_id ?? '';
  const sending: Submission = { external_id: externalId, outcome: 'sending', reason: null, record_id: null };
  // The record is written before the request is sent, because the outcome may arrive before the response.
  const marked = await records.change(recordId, (stored) =>
    stored.file.digest === file.digest ? { ...stored, case_id: caseId, [part]: sending } : null,
  );
  // A corrected version of the invoice has replaced the record.
  if (marked === null) return;
  const sent = await send(client, { part, drafts, key: `${part}.${file.digest.slice(0, 32)}` });
  log(sent.outcome === 'refused' ? 'submission_refused' : 'submitted', {
    number,
    submission: part,
    case_id: caseId,
    outcome: sent.outcome,
    ...(sent.outcome === 'refused' && { code: sent.reason }),
  });
  await records.change(recordId, (stored) => {
    const current = stored[part];
    // An outcome that arrived as an event is newer than the response.
    const isCurrent = current?.external_id === externalId && current.outcome === 'sending';
    return isCurrent ? { ...stored, [part]: { ...sending, ...sent } } : null;
  });
}

/** A request that the instance rejects concerns this invoice only. It is sent again after `reload`. */
async function send(
  client: KushkClient,
  { part, drafts, key }: { readonly part: SubmittedPart; readonly drafts: Drafts; readonly key: string },
): Promise<Sent> {
  try {
    if (part === 'scan') {
      if (drafts.scan === null) throw new TypeError('there is no scan');
      const { status, reason, record_id } = await client.submitSource(drafts.scan, { idempotencyKey: key });
      return { outcome: status, reason, record_id };
    }
    const proposal = drafts[part];
    if (proposal === null) throw new TypeError(`there is no ${part}`);
    const { status, reason, record_id } = await client.propose(proposal, { idempotencyKey: key });
    return { outcome: status, reason, record_id: status === 'applied' ? record_id : null };
  } catch (error) {
    if (concernsOneInvoice(error)) return { outcome: 'refused', reason: error.code, record_id: null };
    throw error;
  }
}

function isSent(submission: Submission | null): boolean {
  return submission !== null && submission.outcome !== 'sending' && submission.outcome !== 'refused';
}

export function concernsOneInvoice(error: unknown): error is KushkError {
  return error instanceof KushkError && STATUSES_OF_ONE_INVOICE.has(error.status);
}
