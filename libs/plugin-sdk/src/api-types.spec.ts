/** Compares the SDK's types with the plugin API's OpenAPI document, so that they cannot differ. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The SDK's type of the reply and of the body of each operation; null where there is none. */
const operations: Readonly<Record<string, readonly [reply: string | null, body: string | null]>> = {
  getInstallation: ['InstallationInfo', null],
  rotateCredential: ['RotatedCredential', '{ what: "token" | "signing_secret"; overlap_seconds?: number | null }'],
  listPeople: ['Page<Person>', null],
  listEvents: ['EventPage', null],
  listRecords: ['Page<PluginRecord>', null],
  getRecord: ['PluginRecord', null],
  putRecord: ['PluginRecord', '{ data: JsonObject }'],
  deleteRecord: [null, null],
  makeProposal: ['Proposal', 'NewProposal'],
  listProposals: ['Page<Proposal>', null],
  getProposal: ['Proposal', null],
  withdrawProposal: ['Proposal', null],
  submitSource: ['Source', 'NewSource'],
  listSources: ['Page<Source>', null],
  getSource: ['Source', null],
  getWallet: ['Wallet', null],
  placeHold: ['Hold', 'NewHold'],
  getHold: ['Hold', null],
  listHolds: ['Page<ListedHold>', null],
  listWalletEntries: ['Page<WalletEntry>', null],
  quoteMu: ['Quote', '{ service: string; count: number }'],
  settleHold: ['SettledHold', '{ count?: number | null }'],
  releaseHold: ['ReleasedHold', null],
  consumeMu: ['Consumed', 'ServiceUse'],
};
/** `read-client.ts` calls the MCP server. Its types are compared with those of the platform's records. */
const withoutTypes = new Set(['sendMcpMessage']);
/** The SDK's type of each resource of the platform, which the instance's API and the MCP server return. */
const platformRecords: Readonly<Record<string, string>> = {
  CaseResource: 'Case',
  PersonResource: 'PersonWithRole',
  SessionSummary: 'SessionSummary',
  SessionMessageResource: 'SessionMessage',
  DocumentResource: 'Document',
  CalendarEventResource: 'CalendarEvent',
  MemoryResource: 'Memory',
};

/** What only the MCP server returns: no route of the HTTP API, so it is compared with the types of the services. */
const readOverMcp: readonly Claim[] = [
  { what: 'search_documents', sdk: 'DocumentSummary', documented: 'service.DocumentSummary' },
  {
    what: 'get_session',
    sdk: 'Session',
    documented: 'Omit<service.SessionResource, "earlier_messages"> & { next_cursor: string | null }',
  },
];

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name: string): ApiDocument =>
  JSON.parse(readFileSync(join(folder, '../../../docs/openapi', name), 'utf8')) as ApiDocument;
const api = read('plugin.json');
const instanceApi = read('instance.json');

describe("the SDK's types", () => {
  it('cover every operation of the plugin API', () => {
    const documented = operationsOf(api).map(({ operationId }) => operationId);
    expect(documented.filter((id) => !(id in operations) && !withoutTypes.has(id))).toEqual([]);
  });

  it('equal the schemas of the replies, the bodies, the events and the platform records', () => {
    const claims = [
      ...operationsOf(api).flatMap(({ operationId, responses, requestBody }) => {
        const [reply = null, body = null] = operations[operationId] ?? [];
        const replySchema = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
        return [
          ...claim(`${operationId} reply`, reply, typeIn(replySchema)),
          ...claim(`${operationId} body`, body, typeIn(requestBody)),
        ];
      }),
      ...Object.entries(api.webhooks)
        .filter(([name]) => name.startsWith('plugin.'))
        .flatMap(([name, { post }]) => claim(name, `EventData['${name}']`, eventDataIn(post))),
      ...Object.entries(platformRecords).flatMap(([resource, type]) =>
        claim(resource, type, typeOf(instanceApi.components.schemas[resource] ?? {}, instanceApi)),
      ),
      ...readOverMcp,
    ];
    expect(claims.length).toBeGreaterThan(40);
    expect(differences(claims)).toEqual([]);
  });
});

function operationsOf({ paths }: ApiDocument): readonly Operation[] {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

interface Claim {
  readonly what: string;
  readonly sdk: string;
  readonly documented: string;
}

function claim(what: string, sdk: string | null, documented: string | null): readonly Claim[] {
  return sdk === null || documented === null ? [] : [{ what, sdk, documented }];
}

function typeIn(message: Content | undefined): string | null {
  const schema = message?.content?.['application/json']?.schema;
  return schema === undefined ? null : typeOf(schema, api);
}

function eventDataIn({ requestBody }: Operation): string {
  const event = requestBody?.content?.['application/json']?.schema;
  return typeOf(event?.properties?.['data'] ?? {}, api);
}

/** A JSON Schema as a TypeScript type. Formats, patterns and limits have no counterpart. */
function typeOf(schema: Schema, document: ApiDocument): string {
  const nested = (one: Schema): string => typeOf(one, document);
  if (schema.$ref !== undefined)
    return nested(document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {});
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map((one) => `(${nested(one)})`).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'Json' : types.map((type) => typeOfKind(type, schema, nested)).join(' | ');
}

function typeOfKind(type: string, schema: Schema, nested: (one: Schema) => string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${nested(schema.items ?? {})})[]`;
    case 'object': {
      const { properties, required = [], additionalProperties } = schema;
      if (typeof additionalProperties === 'object') return `Record<string, ${nested(additionalProperties)}>`;
      if (properties === undefined) return 'JsonObject';
      const fields = Object.entries(properties).map(
        ([name, one]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${nested(one)}`,
      );
      return `{ ${fields.join('; ')} }`;
    }
    default:
      return type;
  }
}

/**
 * Returns the claims that the compiler rejects. `Plain` removes `readonly` and the names of types, so that the compiler
 * compares only fields, whether they are optional, and values.
 */
function differences(claims: readonly Claim[]): readonly string[] {
  const lines = claims.map(
    ({ sdk, documented }, index) =>
      `export const c${index}: Equal<Plain<${qualified(sdk)}>, Plain<${documented}>> = true;`,
  );
  const source = [
    // Only the modules without code, so that the compiler does not read the types of Node.
    "import type * as wire from './wire.js';",
    "import type * as events from './plugin-events.js';",
    "import type * as records from './platform-records.js';",
    "import type * as service from '../../contracts/src/workspace-records.js';",
    'type Json = wire.Json; type JsonObject = wire.JsonObject;',
    'type Plain<T> = T extends readonly (infer Item)[] ? Plain<Item>[]',
    '  : T extends object ? { -readonly [Key in keyof T]: Plain<T[Key]> } : T;',
    'type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;',
    ...lines,
  ];
  const first = source.length - lines.length;
  return compile(source.join('\n')).map(({ line, message }) => {
    const { what, sdk, documented } = claims[line - first] ?? { what: `line ${line}`, sdk: '', documented: message };
    return `${what}: ${sdk} is not ${documented}`;
  });
}

const moduleOfType: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(platformRecords).map((type) => [type, 'records'])),
  DocumentSummary: 'records',
  Session: 'records',
  EventData: 'events',
  EventPage: 'events',
};

/** Names the module of each exported type. */
function qualified(type: string): string {
  if (type.startsWith('{')) return type;
  return type.replace(/\b[A-Z]\w*/g, (name) => `${moduleOfType[name] ?? 'wire'}.${name}`);
}

function compile(source: string): readonly { line: number; message: string }[] {
  const name = join(folder, 'compared-types.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: [],
    customConditions: ['@kushk/source'],
  };
  const host = ts.createCompilerHost(options);
  const [readSource, fileExists] = [host.getSourceFile.bind(host), host.fileExists.bind(host)];
  host.getSourceFile = (path, version) =>
    path === name ? ts.createSourceFile(path, source, version) : readSource(path, version);
  host.fileExists = (path) => path === name || fileExists(path);
  const program = ts.createProgram([name], options, host);
  const file = program.getSourceFile(name);
  return ts.getPreEmitDiagnostics(program, file).map((diagnostic) => ({
    line: file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0,
    message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
  }));
}
