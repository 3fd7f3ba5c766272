/** The plugin API's routes for sources: messages and documents that a person reviews. */
import {
  requestProblem,
  SOURCE_CONTENT_MAX_BYTES,
  workspaceSources,
  type SourceContentType,
  type SourceResource,
} from '@kushk/contracts';
import { contentDigest } from '@kushk/credentials';
import { pageOf, Refused } from '@kushk/edge';
import type { PluginCaller } from '../authentication/caller.js';
import { routesFor, type Call, type Route, type RouteResponse } from '../http/route.js';
import { decodeBase64 } from './decode-content.js';
import { checkScope, pluginPolicy } from './plugin-policy.js';
import { readContentType } from './source-content-type.js';
import { sourceBody, type SourceBody } from './source.dto.js';
import { uploadRequests, uploadSource } from './upload-content.js';

const { proxyRoute, compositeRoute } = routesFor<PluginCaller>('plugin', '/i/:installation_id/plugin/v1');
const SOURCE_STATUSES = ['pending', 'accepted', 'dismissed'] as const;
type SourceResponse = RouteResponse<SourceResource> & { readonly headers: { readonly location: string } };
const anySource = { anyOf: 'sources.intake.' } as const;

const ofPlugin = ({ caller }: Call<PluginCaller, unknown, unknown>) => ({
  installation_id: caller.installation.installation_id,
  organisation_id: caller.organisationId,
  person_id: caller.onBehalfOf?.personId ?? null,
});

export const pluginSourceRoutes: readonly Route[] = [
  compositeRoute('POST', '/sources', {
    operationId: 'submitSource',
    summary: 'Bring in a message or a document for review',
    requires: pluginPolicy({ scope: anySource, handle: true, writes: true }),
    body: sourceBody,
    largeField: 'content',
    success: 202,
    mayExist: true,
    calls: uploadRequests,
    handle: async (call, send): Promise<SourceResponse> => {
      const { content: _content, content_encoding, ...body } = call.body;
      checkScope(call.caller, `sources.intake.${body.kind}`);
      // `sourceBody` has refused everything else.
      const stated = { ...body, content_type: readContentType(body.content_type) as SourceContentType };
      const content = decoded(call.largeValue, content_encoding);
      const digest = contentDigest(content);
      const submission = { ...ofPlugin(call), ...stated, digest, size: content.length, ...call.idempotency };
      const { source, created, replayed } = await uploadSource(send, submission, content);
      const location = `${call.caller.installation.api_base}/sources/${source.id}`;
      return { status: created ? 202 : 200, body: source, replayed, headers: { location } };
    },
  }),
  proxyRoute('GET', '/sources', {
    operationId: 'listSources',
    summary: "List the plugin's sources, the newest first",
    requires: pluginPolicy({ scope: anySource, handle: true }),
    query: (read) => ({ ...pageOf(read), status: read.oneOf('status', SOURCE_STATUSES) }),
    calls: workspaceSources.listSourcesOfPlugin,
    request: (call) => ({ ...ofPlugin(call), ...call.query }),
  }),
  proxyRoute('GET', '/sources/:source_id', {
    operationId: 'getSource',
    summary: "Get one of the plugin's sources",
    requires: pluginPolicy({ scope: anySource, handle: true }),
    calls: workspaceSources.getSourceOfPlugin,
    request: (call) => ({ ...ofPlugin(call), source_id: call.params['source_id']! }),
  }),
];

function decoded(value: Buffer | null, encoding: SourceBody['content_encoding']): Buffer {
  const content = encoding === 'base64' && value !== null ? decodeBase64(value) : value;
  if (content === null || content.length === 0) {
    const problem =
      content === null
        ? requestProblem('format', '/content', {
            message: 'must be base64 with padding and without line breaks',
            message_fa: 'باید base64 با padding و بدون شکست خط باشد',
          })
        : requestProblem('required', '/content', { message: 'is required', message_fa: 'الزامی است' });
    throw Refused.with('request.invalid', { problems: [problem] });
  }
  if (content.length > SOURCE_CONTENT_MAX_BYTES)
    throw Refused.with('request.too_large', { part: 'content', max_bytes: SOURCE_CONTENT_MAX_BYTES });
  return content;
}
