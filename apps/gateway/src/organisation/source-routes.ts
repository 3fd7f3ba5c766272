/** The instance API's routes for sources: people review what plugins bring in. */
import { workspaceSources } from '@kushk/contracts';
import { bodyOf, pageOf } from '@kushk/edge';
import type { PersonCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type SendRequest } from '../http/route.js';
import { attachmentHeaders, servedType } from './attachment.js';
import { inboxSearch, PLUGIN_ID_MAX } from './inbox-search.js';
import { OptionalReasonBody } from './organisation.dto.js';
import { AcceptSourceBody } from './source.dto.js';

const { proxyRoute, compositeRoute } = routesFor<PersonCaller>('person', '/instance/v1');

/** A slow connection needs longer than a request may take otherwise. Each part of it still has to come soon. */
const DOWNLOAD_DEADLINE_MS = 120_000;
const PART = { timeoutMs: 8_000 };

type PersonCall = Call<PersonCaller, unknown, unknown>;
const asPerson = ({ caller }: PersonCall) => ({ organisation_id: caller.organisation.id, person_id: caller.person.id });
const ofSource = (call: PersonCall) => ({ ...asPerson(call), source_id: call.params['source_id']! });

export const sourceRoutes: readonly Route[] = [
  proxyRoute('GET', '/sources', {
    summary: 'List the sources of plugins that you may see',
    query: (read) => ({
      ...pageOf(read),
      status: read.oneOf('status', ['pending', 'accepted', 'dismissed']),
      plugin_id: read.text('plugin_id', PLUGIN_ID_MAX),
      ...inboxSearch(read),
    }),
    calls: workspaceSources.listSources,
    request: (call) => ({ ...asPerson(call), ...call.query }),
  }),
  proxyRoute('GET', '/sources/:source_id', {
    summary: 'Get a source',
    calls: workspaceSources.getSource,
    request: ofSource,
  }),
  compositeRoute('GET', '/sources/:source_id/content', {
    operationId: 'downloadSource',
    summary: 'Download the content of a source',
    deadlineMs: () => DOWNLOAD_DEADLINE_MS,
    download: true,
    calls: [workspaceSources.getSource, workspaceSources.readContent],
    handle: async (call, send) => {
      const of = ofSource(call);
      const { reply: source } = await send(workspaceSources.getSource, of, PART);
      // The first part is read before the response begins, so that a failure still has its status.
      const first = await readPart(send, of, 0);
      return {
        status: 200,
        headers: attachmentHeaders(source.title, source.content_type),
        stream: {
          contentType: servedType(source.content_type, first.data),
          contentLength: source.size,
          chunks: parts(send, of, first),
        },
      };
    },
  }),
  proxyRoute('GET', '/sources/:source_id/text', {
    operationId: 'getSourceText',
    summary: 'Get the beginning of the text of a source, extracted from its content',
    calls: workspaceSources.readText,
    request: ofSource,
  }),
  proxyRoute('POST', '/sources/:source_id/accept', {
    summary: 'Accept a source: it becomes a document, or a message of a session',
    body: bodyOf(AcceptSourceBody),
    calls: workspaceSources.acceptSource,
    request: (call) => ({ ...ofSource(call), ...call.body, ...call.idempotency }),
  }),
  proxyRoute('POST', '/sources/:source_id/dismiss', {
    summary: 'Dismiss a source, optionally with a reason',
    body: bodyOf(OptionalReasonBody),
    calls: workspaceSources.dismissSource,
    request: (call) => ({ ...ofSource(call), reason: call.body.reason ?? null, ...call.idempotency }),
  }),
];

type OfSource = ReturnType<typeof ofSource>;
interface Part {
  readonly data: Buffer;
  readonly nextOffset: number | null;
}

async function readPart(send: SendRequest, of: OfSource, offset: number): Promise<Part> {
  const { reply } = await send(workspaceSources.readContent, { ...of, offset }, PART);
  return { data: Buffer.from(reply.data, 'base64'), nextOffset: reply.next_offset };
}

/** Reads the content part by part, as fast as the client takes it. */
async function* parts(send: SendRequest, of: OfSource, first: Part): AsyncGenerator<Buffer> {
  let part = first;
  yield part.data;
  while (part.nextOffset !== null) {
    part = await readPart(send, of, part.nextOffset);
    yield part.data;
  }
}
