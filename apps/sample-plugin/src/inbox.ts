/**
 * `POST /inbox?case_id=…`: a person at the publisher submits an invoice for a case. Only this machine may send
 * requests.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_INVOICE_BYTES, type InvoiceFiles } from './invoice-files.js';

export interface InboxOptions {
  readonly files: InvoiceFiles;
  /** Returns the ids of the installations for which an invoice may be submitted. */
  readonly installations: () => Promise<readonly string[]>;
  readonly onReceived: (installationId: string) => void;
}

interface InboxReply {
  readonly status: number;
  readonly body: object;
}

/** Responds with 202 `{installation_id, digest}`; the invoice is processed in the background. */
export async function receiveInvoice(
  options: InboxOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, body } = await replyTo(options, request);
  const connection = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, { 'content-type': 'application/json', ...connection });
  response.end(JSON.stringify(body));
}

async function replyTo(
  { files, installations, onReceived }: InboxOptions,
  request: IncomingMessage,
): Promise<InboxReply> {
  const query = new URL(request.url ?? '/', 'http://inbox').searchParams;
  // Rejects requests from a browser: a web page that is open on this machine must not be able to submit an invoice.
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
    return { status: 403, body: { code: 'inbox.not_for_pages' } };
  if (!/^(?:application|text)\/xml\b/.test(request.headers['content-type'] ?? ''))
    return { status: 415, body: { code: 'inbox.not_xml' } };
  const known = await installations();
  const installationId = query.get('installation_id') ?? (known.length === 1 ? known[0] : undefined);
  if (installationId === undefined || !known.includes(installationId))
    return { status: 404, body: { code: 'inbox.installation_unknown', installations: known.length } };
  const bytes = await readBody(request);
  if (bytes === null) return { status: 413, body: { code: 'inbox.too_large' } };
  const digest = await files.add(installationId, bytes, query.get('case_id'));
  onReceived(installationId);
  return { status: 202, body: { installation_id: installationId, digest } };
}

/** Returns null for a body that exceeds the size limit. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_INVOICE_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
