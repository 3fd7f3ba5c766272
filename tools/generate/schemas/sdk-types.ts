/** Generates the types of the plugin SDK from the JSON Schemas of the plugin API and of the tools of the MCP server. */

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
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
export interface PluginApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The SDK's name of each type, in the order in which they are written. A component that has no name here is inline. */
const names = {
  reply: {
    getInstallation: 'InstallationInfo',
    rotateCredential: 'RotatedCredential',
  },
  item: { listPeople: 'Person', listHolds: 'ListedHold', searchPlatform: 'SearchHit' },
  body: { makeProposal: 'NewProposal', submitSource: 'NewSource', placeHold: 'NewHold', consumeMu: 'ServiceUse' },
  component: {
    RecordResource: 'RecordResource',
    ProposalResource: 'Proposal',
    SourceResource: 'Source',
    Balance: 'Balance',
    WalletResource: 'Wallet',
    QuoteResource: 'Quote',
    HoldResource: 'Hold',
    WalletEntry: 'WalletEntry',
    SettledHold: 'SettledHold',
    ReleasedHold: 'ReleasedHold',
    ConsumedResource: 'Consumed',
  },
} as const;
/** What a type is, where the API does not say it. */
const descriptions: Readonly<Record<string, string>> = {
  RotatedCredential:
    'One of `token` and `signing_secret`, as requested; null in the repetition of an answer that contained it.',
  ListedHold: 'A hold in a list, which has no balance.',
  ServiceUse: "A number of units of a service in the manifest. The wallet computes the charge from the plan's rate.",
};
const componentNames: Readonly<Record<string, string>> = names.component;

/** What each reading tool returns: the items of a list, or one record. */
const recordNames = {
  list_cases: 'Case',
  list_people: 'PersonWithRole',
  list_sessions: 'SessionSummary',
  get_session: 'Session',
  search_documents: 'DocumentSummary',
  get_document: 'DocumentPart',
  list_calendar_events: 'CalendarEvent',
  search_memory: 'Memory',
} as const;

export function sdkTypes(api: PluginApi, tools: readonly { readonly name: string; readonly outputSchema: object }[]) {
  const writer = new TypeWriter(api.components.schemas);
  const operations = Object.values(api.paths).flatMap((methods) => Object.values(methods));
  const operation = (id: string): Operation =>
    found(operations.find(({ operationId }) => operationId === id) ?? null, id);
  const declared = (id: string, pick: (operation: Operation) => Schema | undefined, name: string): string =>
    writer.declaration(name, found(pick(operation(id)) ?? null, id));
  return [
    ...Object.entries(names.reply).map(([id, name]) => declared(id, replyOf, name)),
    ...Object.entries(names.item).map(([id, name]) => declared(id, (one) => itemOf(replyOf(one)), name)),
    ...Object.entries(names.body).map(([id, name]) => declared(id, ({ requestBody }) => jsonOf(requestBody), name)),
    ...Object.entries(names.component).map(([component, name]) =>
      writer.declaration(name, found(api.components.schemas[component] ?? null, component)),
    ),
    ...Object.entries(recordNames).map(([tool, name]) => {
      const { outputSchema } = found(tools.find((one) => one.name === tool) ?? null, tool);
      return writer.declaration(name, itemOf(outputSchema) ?? outputSchema);
    }),
    writer.declaration('EventData', { type: 'object', ...eventData(api) }, 'The `data` of each event type.'),
  ].join('\n');
}

function eventData({ webhooks }: PluginApi): Pick<Schema, 'properties' | 'required'> {
  const events = Object.entries(webhooks).filter(([name]) => name.startsWith('plugin.'));
  const data = events.map(([name, { post }]) => [name, jsonOf(post.requestBody)?.properties?.['data'] ?? {}] as const);
  return { properties: Object.fromEntries(data), required: data.map(([name]) => name) };
}

function replyOf({ responses }: Operation): Schema | undefined {
  return jsonOf(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]);
}

const jsonOf = (message: Content | undefined): Schema | undefined => message?.content?.['application/json']?.schema;
const itemOf = (list: Schema | undefined): Schema | undefined => list?.properties?.['items']?.items;

function found<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`no schema for ${what}`);
  return value;
}

class TypeWriter {
  constructor(private readonly components: Readonly<Record<string, Schema>>) {}

  declaration(name: string, schema: Schema, description = schema.description ?? descriptions[name]): string {
    const isInterface = schema.type === 'object' && schema.properties !== undefined;
    const text = isInterface
      ? `export interface ${name} ${this.object(schema)}`
      : `export type ${name} = ${this.of(schema)};`;
    return comment(description) + text;
  }

  /** The TypeScript type of a schema. Formats, patterns and limits have no counterpart. */
  private of(schema: Schema): string {
    if (schema.$ref !== undefined) {
      const component = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
      return componentNames[component] ?? this.of(found(this.components[component] ?? null, component));
    }
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf !== undefined)
      return schema.anyOf
        .map((one) => this.of(one))
        .toSorted(nullLast)
        .join(' | ');
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? 'Json' : types.map((type) => this.ofKind(type, schema)).join(' | ');
  }

  private ofKind(type: string, schema: Schema): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `readonly (${this.of(schema.items ?? {})})[]`;
    return type === 'object' ? this.object(schema) : type;
  }

  private object({ properties, required = [], additionalProperties }: Schema): string {
    if (typeof additionalProperties === 'object') return `Readonly<Record<string, ${this.of(additionalProperties)}>>`;
    if (properties === undefined) return 'JsonObject';
    const fields = Object.entries(properties).map(
      ([name, one]) =>
        `${comment(one.description)}readonly ${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${this.of(one)};\n`,
    );
    return `{\n${fields.join('')}}`;
  }
}

function nullLast(a: string, b: string): number {
  return Number(a === 'null') - Number(b === 'null');
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description} */\n`;
}
