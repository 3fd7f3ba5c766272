/** `POST /inbox?case_id=…`: a person of the publisher hands in an invoice for a case. On this machine only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_INVOICE_BYTES, type InvoiceFiles } from './invoice-files.js';

export interface InboxParts {
  readonly files: InvoiceFiles;
  /** Ids of the installations that an invoice can be for. */
  readonly installations: () => Promise<readonly string[]>;
  readonly handedIn: (installationId: string) => void;
}

/** 202 `{installation_id, digest}`; the invoice is read in the background. */
export async function takeInvoice(
  parts: InboxParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const say = (status: number, body: object): void => {
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(request.complete ? {} : { connection: 'close' }),
    });
    response.end(JSON.stringify(body));
  };
  const query = new URL(request.url ?? '/', 'http://inbox').searchParams;
  // A web page that somebody on this machine has open must not be able to hand in anything.
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
    return say(403, { code: 'inbox.not_for_pages' });
  if (!/^(?:application|text)\/xml\b/.test(request.headers['content-type'] ?? ''))
    return say(415, { code: 'inbox.not_xml' });
  const known = await parts.installations();
  const installationId = query.get('installation_id') ?? (known.length === 1 ? known[0] : undefined);
  if (installationId === undefined || !known.includes(installationId))
    return say(404, { code: 'inbox.installation_unknown', installations: known.length });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_INVOICE_BYTES) return say(413, { code: 'inbox.too_large' });
    chunks.push(chunk);
  }
  const digest = await parts.files.handIn(installationId, Buffer.concat(chunks), query.get('case_id'));
  parts.handedIn(installationId);
  say(202, { installation_id: installationId, digest });
}
