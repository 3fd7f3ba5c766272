/**
 * The calls to a plugin, as `webhooks` of the plugin API's OpenAPI document: lifecycle calls, events and tool calls
 * with their headers, bodies, limits and retries (docs/reference/delivery.md).
 */
import { examples } from './recorded-examples.js';
import { callBodies, eventData } from './webhook-schemas.generated.js';

type Json = Record<string, unknown>;

const STRING = { type: 'string' };
const header = (name: string, description: string, schema: Json = STRING): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

const SIGNATURE = header(
  'Service-Signature',
  'HMAC-SHA256 in lower-case hex over the bytes `<t>.<body>`: the decimal digits of `t`, a full stop, and the body exactly as it was received. The key is the whole signing secret, `ks_…`, as UTF-8. `t` is the time of this attempt in Unix seconds; refuse one that is more than 300 seconds away from your clock. During a rotation there are two `v1`, the new secret first; one that matches is enough. Compare in constant time. The published library of Stripe verifies this header as it is.',
  { type: 'string', pattern: '^t=[1-9][0-9]{0,11}(,v1=[0-9a-f]{64}){1,2}$' },
);
const ISSUER_SIGNATURE = header(
  'Service-Issuer-Signature',
  'Detached JWS (RFC 7515, appendix F) over the body: `<protected>..<signature>` in base64url without padding, where the signature is EdDSA (Ed25519) over `<protected>.<base64url of the body>`. Protected members: `alg` `EdDSA`, `kid`, `iss` (the origin of the instance), `aud` (your plugin id), `iat` (Unix seconds; refuse one that is more than 300 seconds away). The key with that `kid` is in `{hub}/.well-known/jwks.json` of the hub, and `iss` must be one of its `service_origins`. An `installed` call carries the very secret that its HMAC would be checked with; “Accepting credentials” on the page of wire formats says which one to accept.',
  { type: 'string', pattern: '^[A-Za-z0-9_-]+\\.\\.[A-Za-z0-9_-]{86}$', maxLength: 2_048 },
);
const COMMON: readonly Json[] = [
  SIGNATURE,
  header('Service-Installation-Id', 'The installation that the call is for, and whose signing secret to use', {
    type: 'string',
    pattern: '^ins_[0-9a-z]{26}$',
  }),
  header('Service-Attempt', 'The number of this attempt, from 1', { type: 'string', pattern: '^[1-9][0-9]*$' }),
  header(
    'Service-Plugin-Version',
    'The version that the installation runs at the moment of the call; for `installed`, the version that the credentials are for. One address serves all versions. Serve a version that you do not know yet as your newest one. No signature covers it: use it to select code, never to grant a right',
    { type: 'string', maxLength: 100 },
  ),
  header('User-Agent', 'The caller', { const: 'Kushk/1' }),
];
const EVENT_ID = header(
  'Service-Event-Id',
  'The id of the event, the same in every attempt. Refuse a call whose signed body has another `id`',
  { type: 'string', pattern: '^evt_[0-9a-z]{26}$' },
);

const ANSWER =
  'Success is a complete 2xx within 10 seconds over name lookup, connection, TLS, headers and body. A redirect is a failure and is never followed.';
const LIFECYCLE_RETRIES = `${ANSWER} Repeated with the same body after 5 s, 30 s, 2 min and 10 min, then hourly for a day; \`Retry-After\` is honoured up to one hour. 410 stops the call until an admin resumes it.`;
const EVENT_RETRIES = `${ANSWER} Of the answer 64 KiB are read; a longer one still counts. At least once, in order per \`external_id\`: repeated with the same body and \`Service-Event-Id\` after 5 s, 30 s, 2 min, 10 min, 30 min, 1 h, 2 h, 4 h and 8 h, then every 12 h up to 7 days, each ±20 %; \`Retry-After\` is honoured up to one hour. Then it is a dead letter, kept for 30 days and still readable with \`GET /events\`. 410 stops all events until an admin resumes them.`;
const TOOL_ANSWER =
  'The answer must be a complete 2xx in less than 10 seconds with at most 1 MiB of JSON. A 410 is a failure like any other: it stops nothing. A tool changes nothing. A tool call is not repeated: the caller gets `tool.unreachable`, `tool.failed`, `tool.timeout`, `tool.answer_invalid` or `tool.answer_too_large`.';

/** An admin who tries a tool gets what the plugin answered. */
const TOOL_EXAMPLE = examples['post /instance/v1/installations/{installation_id}/tools/{name}']?.received;

/** Returns the webhooks by name: `installed`, `removed`, `tool`, and each event by its type. */
export function pluginWebhooks(): Json {
  return {
    installed: {
      post: call({
        name: 'installed',
        operationId: 'onInstalled',
        summary: 'The installation and its credentials',
        path: '/service/lifecycle',
        description: `Store the credentials, then answer: the installation becomes \`installed\` with your answer, and its token works already within this call. Repeats carry the same token. After a rotation by an admin the same call brings new credentials; it is signed with the old secret, and signing switches to the new one when you have answered. ${LIFECYCLE_RETRIES}`,
        headers: [...COMMON, ISSUER_SIGNATURE],
        body: bodyOf('installed'),
      }),
    },
    removed: {
      post: call({
        name: 'removed',
        operationId: 'onRemoved',
        summary: 'The installation was removed',
        path: '/service/lifecycle',
        description: `The token has already stopped working; the call is signed with the last secret. ${LIFECYCLE_RETRIES}`,
        headers: [...COMMON, ISSUER_SIGNATURE],
        body: bodyOf('removed'),
      }),
    },
    ...Object.fromEntries(
      Object.entries(eventData).map(([type, data]) => [
        type,
        {
          post: call({
            name: type,
            operationId: `on${componentOf(type).replace(/Event$/, '')}`,
            summary: `Event \`${type}\``,
            path: '/service/events',
            description: EVENT_RETRIES,
            headers: [...COMMON, EVENT_ID],
            body: eventBody(type, data),
          }),
        },
      ]),
    ),
    tool: {
      post: call({
        name: 'tool',
        operationId: 'onToolCall',
        summary: "Call of one of the plugin's tools",
        path: '/service/tools/{name}',
        description: TOOL_ANSWER,
        headers: COMMON,
        body: bodyOf('tool'),
        answer: { type: 'object', required: ['content'], properties: { content: { description: 'Any JSON' } } },
      }),
    },
  };
}

function bodyOf(name: string): Json {
  const schema = callBodies[name];
  if (schema === undefined) throw new Error(`the call ${name} has no schema`);
  return schema;
}

interface PluginCall {
  /** The name of the webhook, by which it has an example. */
  readonly name: string;
  readonly operationId: string;
  readonly summary: string;
  /** Relative to the `base_url` of the manifest. */
  readonly path: string;
  readonly description: string;
  readonly headers: readonly Json[];
  readonly body: Json;
  /** The body that a success must have; absent when the body is ignored. */
  readonly answer?: Json;
}

function call({ name, operationId, summary, path, description, headers, body, answer }: PluginCall): Json {
  const isTool = answer !== undefined;
  const example = examples[name];
  const clientError = isTool ? 'A failure' : 'A failure; 410 stops further calls until an admin resumes them';
  return {
    operationId,
    summary,
    tags: ['webhooks'],
    description: `\`POST {plugin_base_url}${path}\`. ${description}`,
    // Signed instead of carrying a credential.
    security: [],
    parameters: headers,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: body, ...(example && { example: example.sent }) } },
    },
    responses: {
      '2XX': {
        description: 'Accepted',
        ...(answer && {
          content: {
            'application/json': { schema: answer, ...(TOOL_EXAMPLE !== undefined && { example: TOOL_EXAMPLE }) },
          },
        }),
      },
      '4XX': { description: clientError },
      '5XX': { description: 'A failure' },
    },
  };
}

/** The schemas of polled events, the same as those of the pushed ones: `PluginEvent`, and one for each type. */
export function eventComponents(): Json {
  const named = Object.entries(eventData).map(([type, data]) => [componentOf(type), type, data] as const);
  const reference = (name: string): string => `#/components/schemas/${name}`;
  return {
    PluginEvent: {
      description:
        'An event for a plugin, identical in a push and in the feed. Later versions add types: skip those that you do not know, or name yours in `types`.',
      oneOf: named.map(([name]) => ({ $ref: reference(name) })),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(named.map(([name, type]) => [type, reference(name)])),
      },
    },
    ...Object.fromEntries(named.map(([name, type, data]) => [name, eventBody(type, data)])),
  };
}

/** `plugin.proposal.settled` → `ProposalSettledEvent`. */
function componentOf(type: string): string {
  return `${type.replace(/^plugin/, '').replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

function eventBody(type: string, data: Json): Json {
  return {
    type: 'object',
    required: ['id', 'type', 'installation_id', 'sequence', 'created_at', 'data'],
    properties: {
      id: { type: 'string', pattern: '^evt_[0-9a-z]{26}$' },
      type: { const: type },
      installation_id: { type: 'string', pattern: '^ins_[0-9a-z]{26}$' },
      sequence: { type: 'integer', minimum: 1, description: 'Counts per installation, without gaps' },
      created_at: { type: 'string', format: 'date-time' },
      data,
    },
  };
}
