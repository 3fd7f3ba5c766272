/**
 * A request for every GET route of the OpenAPI documents, for each of its filters, for each of its orders with each
 * filter, and for the page that follows the first. A new route or filter is included by itself; one that names a value
 * unknown here fails.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demo, type DemoIds } from './growth-data.js';

const documents = ['developer', 'portal', 'operator', 'instance', 'plugin'] as const;
type Document = (typeof documents)[number];

export interface GrowthRequest {
  /** For example `operator GET /operator/v1/reviews?status=approved`. */
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Callers {
  readonly origins: Readonly<Record<Document, string>>;
  readonly tokens: Readonly<Record<Document | 'platform', string>>;
}

/** Routes that are not requested, with the reason. */
const EXCLUDED: Readonly<Record<string, string>> = {
  '/session': 'of a browser session, which these callers do not have',
  '/session/list': 'of a browser session',
  '/session/views': 'of a browser session',
  '/changes': 'a stream without end',
  '/container': 'the demo has no container',
  '/container/log': 'the demo has no container',
  '/registry': 'the demo has no registry of images',
  '/carry-over': 'of a plugin that is not installed',
  '/developer/v1/usage': 'asks every instance of the fleet; copies of instances do not answer',
  '/portal/v1/publishers/{publisher_id}/usage': 'asks every instance of the fleet',
  '/denied_attempts': 'asks every instance of the fleet',
  '/usage/statement': 'the demo has no month that is over',
  '/update': 'the demo has no newer release',
  '/page': 'the plugin of the demo has no page of this kind',
};
/** Parameters that select no other rows. */
const IGNORED = ['limit', 'cursor', 'wait', 'format', 'organisation', 'count', 'detail', 'after'];

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: { readonly enum?: readonly string[]; readonly items?: { readonly enum?: readonly string[] } };
}
interface ApiDocument {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly (Parameter | { readonly $ref: string })[] } }>
  >;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

export function growthRequests(ids: DemoIds, callers: Callers): readonly GrowthRequest[] {
  return documents.flatMap((document) => requestsOf(document, ids, callers));
}

function requestsOf(document: Document, ids: DemoIds, { origins, tokens }: Callers): readonly GrowthRequest[] {
  const file = join(import.meta.dirname, '../../../docs/openapi', `${document}.json`);
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as ApiDocument;
  const values = valuesOf(ids);
  return Object.entries(paths).flatMap(([path, { get }]) => {
    // The instance API reads the same records, and the plugin of the demo has few scopes.
    const isOfRecords = path.startsWith('/platform/');
    if (get === undefined || isOfRecords || Object.keys(EXCLUDED).some((end) => path.endsWith(end))) return [];
    const parameters = (get.parameters ?? []).map((one) =>
      '$ref' in one ? components.parameters[one.$ref.split('/').at(-1)!]! : one,
    );
    const isOfPlatform = document === 'instance' && /\/(staff|organisations|clock)(\/|$)/.test(path);
    const request = (query: readonly (readonly [string, string])[]): GrowthRequest => {
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(valueOf(values, name === 'id' ? path.split('/{id}')[0]!.split('/').at(-1)! : name)),
      );
      const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString();
      return {
        name: `${document} ${path}${search === '' ? '' : `?${decodeURIComponent(search)}`}`,
        url: `${origins[document]}${filled}${search === '' ? '' : `?${search}`}`,
        headers: { authorization: `Bearer ${isOfPlatform ? tokens.platform : tokens[document]}` },
      };
    };
    const inQuery = parameters.filter((one) => one.in === 'query');
    const required = inQuery
      .filter((one) => one.required === true)
      .map(({ name }) => [name, valueOf(values, name)] as const);
    const filters = inQuery.filter(({ name, required: always }) => always !== true && !IGNORED.includes(name));
    const choicesOf = ({ name, schema }: Parameter): readonly string[] =>
      schema.enum ?? schema.items?.enum?.slice(0, 2) ?? filterValues(values, name);
    const sort = filters.find(({ name }) => name === 'sort');
    return [
      request(required),
      ...(inQuery.some(({ name }) => name === 'limit') ? [request([...required, ['limit', '200']])] : []),
      ...filters.flatMap((filter) => choicesOf(filter).map((value) => request([...required, [filter.name, value]]))),
      ...(sort === undefined ? [] : choicesOf(sort)).flatMap((order) =>
        filters
          .filter((filter) => filter !== sort)
          .map((filter) => request([...required, ['sort', order], [filter.name, choicesOf(filter)[0]!]])),
      ),
    ];
  });
}

/** A value that many rows have, and one that none has. */
function filterValues(values: Readonly<Record<string, string>>, name: string): readonly string[] {
  const none = NO_MATCH[name];
  return [valueOf(values, name), ...(none === undefined ? [] : [none])];
}

const NO_MATCH: Readonly<Record<string, string>> = {
  q: 'zzqqxx',
  actor: 'per_00000000000000000000000000',
  subject: 'cas_00000000000000000000000000',
  action: 'wallet.frozen',
};

function valueOf(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`the proof of growth has no value for the parameter ${name}`);
  return value;
}

/** The values of parameters. That of `{id}` has the name of the segment before it. */
function valuesOf(ids: DemoIds): Readonly<Record<string, string>> {
  const month = new Date().toISOString().slice(0, 7);
  // Both measurements name the same requests.
  const day = (offset: number): string =>
    `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return {
    plugin_id: demo.plugin,
    version: demo.version,
    publisher_id: demo.publisher,
    publishers: demo.publisher,
    installation_id: ids.installation,
    proposal_id: ids.proposal,
    source_id: ids.source,
    hold_id: ids.hold,
    external_id: ids.record,
    proposals: ids.proposal,
    cases: ids.case,
    documents: ids.document,
    calendar: ids.calendarEvent,
    sessions: ids.session,
    memory: ids.memory,
    people: ids.person,
    type: demo.recordType,
    month,
    q: 'فاکتور',
    assignee: ids.person,
    assignee_id: ids.person,
    attendee_id: ids.person,
    record_id: ids.case,
    case_id: ids.case,
    taken_by: 'dev|reviewer',
    open_for: 'dev|reviewer',
    actor: ids.person,
    action: 'case.created',
    subject: ids.case,
    on_behalf_of: ids.person,
    from: day(-1),
    since: day(-1),
    to: day(1),
    until: day(1),
    panel: 'case',
    surface: 'app',
  };
}
