import { describe, expect, it } from '@jest/globals';
import { inlineParts } from '@kushk/edge';
import { createConfig, lintFromString } from '../../check/development/openapi-lint.js';
import { openapiDocuments } from '../map/routes.js';

type Schema = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly object[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: object;
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
      }
    >
  >;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
interface Document {
  readonly info: object;
  readonly paths: Paths;
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const documents = await openapiDocuments();
const names = [...documents.keys()];
const documentOf = (name: string) => inlineParts(documents.get(name) as Document);

interface NamedOperation extends Operation {
  readonly where: string;
}

function operationsOf(name: string): readonly NamedOperation[] {
  return Object.entries(documentOf(name).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, where: `${method} ${path}` })),
  );
}

/** JSON-RPC has errors of its own, which are not problem documents. */
const ownErrorsOf = (where: string): readonly object[] =>
  where === 'post /mcp' ? [{ $ref: '#/components/schemas/McpResult' }] : [];

async function lint(document: unknown): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('an OpenAPI document', () => {
  it.each(names)("passes Redocly's strict rules without a warning: %s", async (name) => {
    expect(await lint(documents.get(name))).toEqual([]);
  });

  it("fails Redocly's strict rules without a licence", async () => {
    const { license: _license, ...info } = documentOf('developer').info as { license: object };
    const unlicensed = { ...(documents.get('developer') as Document), info };
    expect(await lint(unlicensed)).toEqual([expect.stringContaining('info-license')]);
  });

  it.each(names)('has a schema for every successful response and a problem document for every error: %s', (name) => {
    for (const { where, responses } of operationsOf(name)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === '204' || status === '304') expect([where, content]).toEqual([where, undefined]);
        else if (status < '300')
          expect([where, content?.['application/json']?.schema]).not.toEqual([
            where,
            { type: 'object', additionalProperties: true },
          ]);
        else
          expect([{ $ref: '#/components/schemas/ProblemDocument' }, ...ownErrorsOf(where)]).toContainEqual(
            (content?.['application/problem+json'] ?? content?.['application/json'])?.schema,
          );
      }
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['400', '401', '422', '429', '500', '503', 'default']),
      );
    }
  });

  it.each(names)('names operations by unique verbs, and describes every parameter: %s', (name) => {
    const operations = operationsOf(name);
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id) || id.length > 30)).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(
      operations.flatMap(({ where, parameters }) =>
        parameters
          .filter(({ description }) => (description ?? '').length < 10)
          .map((parameter) => `${where} ${parameter.in} ${parameter.name}`),
      ),
    ).toEqual([]);
  });

  it.each(names)('says of every free object that it has any properties: %s', (name) => {
    const free: string[] = [];
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const schema = value as Schema;
      const isObject = [schema['type']].flat().includes('object');
      if (isObject && !schema['properties'] && schema['additionalProperties'] === undefined) free.push(path);
      for (const [key, item] of Object.entries(value)) if (key !== 'example') visit(item, `${path}/${key}`);
    };
    visit(documentOf(name), name);
    expect(free).toEqual([]);
  });

  /** The system of the tests has no closed months and no NATS accounts, and no test moves its clock. */
  const notRecorded = [
    'post /operator/v1/dev/clock',
    'get /portal/v1/publishers/{publisher_id}/usage/statement',
    'get /operator/v1/publishers/{id}/usage/statement',
    'get /operator/v1/publishers/{id}/usage/statements',
    'post /operator/v1/instances/{id}/rotate',
  ];
  it.each(names)('has what a test sent and received, for every operation and call to a plugin: %s', (name) => {
    const { webhooks = {} } = documentOf(name);
    const calls = Object.entries(webhooks).map(([where, { post }]) => ({ ...post, where }));
    expect(calls.filter(({ requestBody }) => requestBody?.content['application/json'].example === undefined)).toEqual(
      [],
    );
    const examplesOf = ({ requestBody, responses }: NamedOperation): readonly unknown[] =>
      [requestBody, ...Object.entries(responses).flatMap(([status, one]) => (status < '300' ? [one] : []))].flatMap(
        (part) => part?.content?.['application/json'] ?? [],
      );
    for (const operation of operationsOf(name).filter(({ where }) => !notRecorded.includes(where))) {
      expect([operation.where, operation['x-codeSamples']]).toEqual([operation.where, [expect.anything()]]);
      // A success has one of its statuses.
      const examples = examplesOf(operation).filter((one) => 'example' in (one as object));
      expect([operation.where, examples.length > 0 || examplesOf(operation).length === 0]).toEqual([
        operation.where,
        true,
      ]);
    }
  });

  /** What some lists return beside their items. */
  const besideItems: Readonly<Record<string, readonly string[]>> = {
    'get /operator/v1/reviews': ['counts'],
    'get /instance/v1/rules': ['record_types'],
    'get /instance/v1/wallets': ['left_over', 'month', 'totals'],
    'get /instance/v1/notifications': ['unread'],
    'get /operator/v1/notifications': ['unread'],
    'get /portal/v1/notifications': ['unread'],
  };
  it.each(names)('pages every list by limit and cursor, and answers with items and next_cursor: %s', (name) => {
    const { schemas } = documentOf(name).components;
    const lists = operationsOf(name).flatMap(({ where, parameters, responses }) => {
      const schema = responses['200']?.content?.['application/json']?.schema;
      const reference = typeof schema?.['$ref'] === 'string' ? schema['$ref'].split('/').at(-1)! : null;
      const properties = ((reference === null ? schema : schemas[reference])?.['properties'] ?? {}) as Schema;
      const sent = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
      // The answers to several decisions in one request are no list.
      const isList = 'items' in properties && where.startsWith('get ');
      return isList ? [{ where, fields: Object.keys(properties), sent }] : [];
    });
    for (const { where, fields, sent } of lists) {
      expect([where, fields.length]).toEqual([where, 2 + (besideItems[where]?.length ?? 0)]);
      expect([where, fields, sent]).toEqual([
        where,
        expect.arrayContaining(['items', 'next_cursor', ...(besideItems[where] ?? [])]) as unknown,
        expect.arrayContaining(['limit', 'cursor']) as unknown,
      ]);
    }
  });

  it.each([
    ['instance', 'post /instance/v1/organisations', '403 auth.role_missing'],
    ['instance', 'post /instance/v1/installations', '404 store.plugin_not_found'],
    ['instance', 'post /instance/v1/installations/{installation_id}/tools/{name}', '502 tool.unreachable'],
    ['instance', 'post /instance/v1/installations/{installation_id}/tools/{name}', '504 tool.timeout'],
    ['instance', 'post /instance/v1/dev/releases', '422 catalogue.manifest_invalid'],
    ['plugin', 'get /records/{type}', '401 auth.handle_invalid'],
    ['plugin', 'post /wallet/holds', '402 wallet.insufficient_balance'],
    ['plugin', 'post /wallet/holds', '400 idempotency.key_required'],
    ['plugin', 'put /records/{type}/{external_id}', '412 record.revision_conflict'],
    ['plugin', 'get /events', '410 events.cursor_expired'],
    ['developer', 'post /developer/v1/releases', '409 catalogue.version_exists'],
  ])('contains the errors of authenticators, policies, routes and services: %s, %s: %s', (name, where, error) => {
    const [status = '', code = ''] = error.split(' ');
    const operation = operationsOf(name).find((one) => one.where === where);
    expect(operation?.responses[status]?.description).toContain(`\`${code}\``);
  });

  it('declares Location exactly for responses that contain it', () => {
    const declared = names
      .flatMap((name) => operationsOf(name))
      .filter(({ responses }) => 'Location' in (responses['201']?.headers ?? {}))
      .map(({ where }) => where);
    expect(declared).toEqual(expect.arrayContaining(['post /developer/v1/releases', 'post /wallet/holds']));
    expect(declared).not.toContain('post /wallet/consume');
    expect(declared).not.toContain('post /instance/v1/organisations');
  });

  it('has the formats of amounts, counts and times', () => {
    const { paths, components } = documentOf('plugin') as Document & { paths: Record<string, never> };
    const hold = components.schemas['HoldResource']?.['properties'];
    expect(hold).toMatchObject({
      count: { type: 'integer' },
      held: { pattern: expect.any(String) as unknown },
      expires_at: { format: 'date-time' },
    });
    expect(JSON.stringify(paths['/wallet/holds'])).toContain('"count":{"type":"integer","minimum":1');
    expect(JSON.stringify(documentOf('instance').paths)).toContain('"mu":{"type":"string","minLength":1');
  });
});
