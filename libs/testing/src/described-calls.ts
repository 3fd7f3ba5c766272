/** Compares calls that a plugin received with the `webhooks` of the plugin API's OpenAPI document. */
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { webhookOf, type RecordedCall } from './recorded-call.js';

interface Webhook {
  readonly post: {
    readonly parameters: readonly { readonly name: string; readonly schema: AnySchema }[];
    readonly requestBody: {
      readonly content: { readonly 'application/json': { readonly schema: AnySchema } };
    };
  };
}
export interface DocumentWithWebhooks {
  readonly webhooks: Readonly<Record<string, Webhook>>;
}

/**
 * Returns a function that returns one line per difference between a call and its description: a missing or different
 * header, a missing, different or undescribed member of the body. Webhooks have the names of lifecycle events and event
 * types; `tool` is every tool call.
 */
export function describedCalls(document: DocumentWithWebhooks): (call: RecordedCall) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return (call) => {
    const name = webhookOf(call);
    const webhook = document.webhooks[name];
    if (webhook === undefined) return [`${call.path} is described by no webhook ${name}`];
    const { parameters, requestBody } = webhook.post;
    const problems = (schema: AnySchema, value: unknown, where: string): string[] => {
      const validate = ajv.compile(schema);
      return validate(value)
        ? []
        : (validate.errors ?? []).map(
            ({ instancePath, message }) => `${name} ${where}${instancePath} ${String(message)}`,
          );
    };
    return [
      ...parameters.flatMap(({ name: header, schema }) => problems(schema, call.headers[header.toLowerCase()], header)),
      ...problems(closed(requestBody.content['application/json'].schema), call.json, 'body'),
    ];
  };
}

/** Documents allow further members, which later versions may add. Tests must find members without a description. */
function closed(schema: AnySchema): AnySchema {
  const text = JSON.stringify(schema, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && 'properties' in value && 'type' in value
      ? { additionalProperties: false, ...value }
      : value,
  );
  return JSON.parse(text) as AnySchema;
}
