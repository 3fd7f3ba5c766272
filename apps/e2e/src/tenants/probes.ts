/**
 * Requests with the ids of another tenant, generated from the API documents. Each probe has a twin with an id that does
 * not exist, and both must get the same response.
 */
import { smallestValue } from '@kushk/testing/fuzz/schema-values';
import { operations, type ApiName, type Operation, type Schema } from '../parties/api-documents.js';
import type { Headers, OperationCall } from '../parties/call-operation.js';
import { KINDS, kindOfField, kindOfPathParameter, type Kind } from './kinds.js';
import type { Tenant } from './tenant.js';

export interface Caller {
  readonly name: string;
  readonly headers: Headers;
  /** The APIs that accept the caller's credential. */
  readonly apis: readonly ApiName[];
  /** What the caller may access whatever tenant it belongs to. */
  readonly knows: readonly Kind[];
  /** Whether it sends ids of every kind to every parameter, and not only ids of the kind that the parameter names. */
  readonly triesEveryKind: boolean;
}
export interface Probe {
  readonly name: string;
  readonly operation: Operation;
  readonly sent: OperationCall;
  readonly twin: OperationCall;
  /** The values in which the two requests differ. Responses may repeat them. */
  readonly values: readonly string[];
  readonly allowed: readonly number[];
}
export interface Tenants {
  readonly own: Tenant;
  readonly foreign: Tenant;
  readonly callers: readonly Caller[];
}
interface ForeignId {
  readonly kind: Kind;
  readonly id: string;
}

/** The hub has the routes of sessions as well: they are probed on the instance, where tenants have people. */
const probed = operations.filter(({ api, key }) => api === 'instance' || !key.includes(' /session'));

/** Every organisation may install any published plugin, so its id and its version are no secret on an instance. */
const PUBLIC_KINDS: readonly Kind[] = ['plugin', 'version'];
/** A plugin chooses these ids itself, so a foreign one is a new one. */
const CHOSEN_BY_CALLER = new Set(['put /i/{installation_id}/plugin/v1/records/{type}/{external_id} external_id']);

/** They answer each id of a list by itself: a foreign one as one that does not exist. */
const ANSWERS_EACH = new Set(['post /instance/v1/proposals/decide']);

/** An id of the same shape that nothing has. */
export function absentId(id: string): string {
  const swapped: Readonly<Record<string, string>> = {
    '0': '7',
    '1': '8',
    '2': '9',
    a: 'k',
    b: 'm',
    c: 'n',
    d: 'p',
    e: 'q',
  };
  const end = id.slice(-8).replaceAll(/[012abcde]/g, (character) => swapped[character]!);
  return id === id.slice(0, -8) + end ? `${id.slice(0, -1)}0` : id.slice(0, -8) + end;
}

/** The id in other spellings, which must not be the same id to any service. */
const spellingsOf = (id: string): readonly string[] => [
  id.toUpperCase(),
  `${id} `,
  `${id}\u200c`,
  `${id}/`,
  `${id}.`,
  `%${id}`,
  id.replace(/^[a-z]+_/, 'org_'),
  `${id},${id}`,
];

/** One id of each kind, and all ids of the kind `every`. */
const foreignIds = ({ ids }: Tenant, every: Kind): readonly ForeignId[] =>
  KINDS.flatMap((kind) => ids[kind].slice(0, kind === every ? ids[kind].length : 1).map((id) => ({ kind, id })));

const pathParametersOf = (operation: Operation) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => ({ name, kind: kindOfPathParameter(operation, name) }));

/** Ids of the tenant for the path parameters of an operation. */
export function paramsOf(operation: Operation, { ids }: Tenant): Record<string, string> {
  return Object.fromEntries(
    pathParametersOf(operation).map(({ name, kind }) => [name, ids[kind][0] ?? absentId(`${kind}_0123456789`)]),
  );
}

/** The parts of a request that are the same in a probe and in its twin. */
function requestOf(operation: Operation, { headers }: Pick<Caller, 'headers'>, { own }: Pick<Tenants, 'own'>) {
  return {
    body: own.bodies.get(operation.key) ?? bodyOf(operation),
    headers: {
      'x-request-id': 'probe',
      ...headers,
    },
  };
}

/** The smallest body, or one change where a body without a change is rejected before its target is looked up. */
function bodyOf({ body, method }: Operation): unknown {
  if (body === null || method !== 'patch') return undefined;
  const [change] = Object.entries((body['properties'] ?? {}) as Readonly<Record<string, Schema>>);
  return { ...(smallestValue(body) as object), ...(change && { [change[0]]: smallestValue(change[1]) }) };
}

const accepts = ({ apis }: Caller, { api }: Operation) => apis.includes(api);

/** A foreign id of every kind in every path parameter, sent by each caller that the API accepts. */
export function pathProbes(tenants: Tenants): readonly Probe[] {
  return probed.flatMap((operation) =>
    tenants.callers
      .filter((caller) => accepts(caller, operation))
      .flatMap((caller) =>
        pathParametersOf(operation).flatMap((parameter) => probesOf(parameter, { operation, caller, tenants })),
      ),
  );
}

/** Empty for a plugin that the publisher or the organisation does not have, whether it exists or not. */
const EMPTY_OF_OTHERS = /\/\{plugin_id\}\/(releases|carry-over|access-codes|access)$/;

function probesOf(
  { name, kind }: { readonly name: string; readonly kind: Kind },
  { operation, caller, tenants }: { readonly operation: Operation; readonly caller: Caller; readonly tenants: Tenants },
): readonly Probe[] {
  if (CHOSEN_BY_CALLER.has(`${operation.key} ${name}`)) return [];
  const params = paramsOf(operation, tenants.own);
  const isOnly = Object.keys(params).length === 1;
  const isPublic = operation.api === 'instance' && PUBLIC_KINDS.includes(kind);
  // Together with an id of the caller's own tenant, an id that the caller may know still identifies nothing.
  const isKnown = isPublic || (isOnly && caller.knows.includes(kind));
  const matching = tenants.foreign.ids[kind].filter((id) => id !== params[name]);
  const absent = absentId(matching[0] ?? params[name]!);
  const values = [
    ...foreignIds(tenants.foreign, kind)
      .filter((one) => (one.kind === kind ? !isKnown : caller.triesEveryKind))
      .map(({ id }) => id),
    ...(caller.triesEveryKind ? matching : []).flatMap((id) => spellingsOf(id).filter((spelling) => spelling !== id)),
  ].filter((value) => value !== params[name]);
  const isApiBase = operation.api === 'plugin' && name === 'installation_id';
  const common = requestOf(operation, caller, tenants);
  return values.map((value) => ({
    name: `${caller.name}: ${operation.key} with ${name}=${value}`,
    operation,
    sent: { ...common, params: { ...params, [name]: value } },
    twin: { ...common, params: { ...params, [name]: absent } },
    values: [value, absent],
    allowed: isApiBase ? [401] : EMPTY_OF_OTHERS.test(operation.address) ? [200, 404] : [404, 403],
  }));
}

/** All ids of the other tenant at once, with every credential that the API does not accept. */
export function credentialProbes(tenants: Tenants): readonly Probe[] {
  return probed.flatMap((operation) => {
    const params = paramsOf(operation, tenants.foreign);
    if (Object.keys(params).length === 0) return [];
    const absent = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, absentId(value)]));
    return tenants.callers
      .filter((caller) => !accepts(caller, operation))
      .map((caller) => {
        const common = requestOf(operation, caller, tenants);
        return {
          name: `${caller.name}: ${operation.key}`,
          operation,
          sent: { ...common, params },
          twin: { ...common, params: absent },
          values: [...Object.values(params), ...Object.values(absent)],
          // In the portal, anybody who is signed in learns that a publisher is none of theirs.
          allowed: operation.api === 'portal' ? [401, 404] : [401, 403],
        };
      });
  });
}

/** The other tenant's organisation in `Service-Organisation` and in `?organisation=`, with the ids of both tenants. */
export function organisationProbes(tenants: Tenants): readonly Probe[] {
  const [organisation] = tenants.foreign.ids.organisation;
  const absent = absentId(organisation!);
  return probed
    .filter(({ api, address }) => api === 'instance' && address.startsWith('/instance/v1/'))
    .flatMap((operation) =>
      tenants.callers
        .filter((caller) => accepts(caller, operation) && !caller.knows.includes('organisation'))
        .flatMap((caller) =>
          [tenants.own, tenants.foreign].map((tenant) => {
            const { body, headers } = requestOf(operation, caller, tenants);
            const params = paramsOf(operation, tenant);
            return {
              name: `${caller.name}: ${operation.key} in ${organisation!}`,
              operation,
              sent: { body, params, headers: { ...headers, 'service-organisation': organisation! } },
              twin: { body, params, headers: { ...headers, 'service-organisation': absent } },
              values: [organisation!, absent],
              allowed: [403],
            };
          }),
        ),
    );
}

/** A foreign id of every kind in every query parameter and every body field that is an id. */
export function fieldProbes(tenants: Tenants): readonly Probe[] {
  return probed.flatMap((operation) =>
    tenants.callers
      .filter((caller) => accepts(caller, operation))
      .flatMap((caller) =>
        [...queryFieldsOf(operation), ...bodyFieldsOf(operation.body, operation)].flatMap((field) =>
          fieldProbesOf(field, { operation, caller, tenants }),
        ),
      ),
  );
}

interface Field {
  readonly kind: Kind;
  /** The path of the field in the body; null for a query parameter. */
  readonly path: readonly string[] | null;
  readonly name: string;
  readonly isList: boolean;
}

function fieldProbesOf(
  { kind, path, name, isList }: Field,
  { operation, caller, tenants }: { readonly operation: Operation; readonly caller: Caller; readonly tenants: Tenants },
): readonly Probe[] {
  const common = requestOf(operation, caller, tenants);
  const params = paramsOf(operation, tenants.own);
  const body = common.body ?? (operation.body === null ? undefined : smallestValue(operation.body));
  const callWith = (value: string): OperationCall =>
    path === null
      ? { ...common, params, query: { [name]: value } }
      : { ...common, params, body: replaced(body, path, isList ? [value] : value) };
  const isOwn = (value: string) => tenants.own.ids[kind].includes(value);
  const [matching] = tenants.foreign.ids[kind];
  const absent = absentId(matching ?? 'per_0123456789');
  return foreignIds(tenants.foreign, kind)
    .filter((one) => one.kind === kind || caller.triesEveryKind)
    .filter((one) => !PUBLIC_KINDS.includes(one.kind) && !caller.knows.includes(one.kind) && !isOwn(one.id))
    .map(({ id }) => ({
      name: `${caller.name}: ${operation.key} with ${name}=${id}`,
      operation,
      sent: callWith(id),
      twin: callWith(absent),
      values: [id, absent],
      allowed: path === null || ANSWERS_EACH.has(operation.key) ? [200, 403, 404, 422] : [400, 403, 404, 409, 422],
    }));
}

function queryFieldsOf(operation: Operation): readonly Field[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name }) => {
      const kind = kindOfField(operation, name);
      return kind === null || PUBLIC_KINDS.includes(kind) ? [] : [{ kind, path: null, name, isList: false }];
    });
}

function bodyFieldsOf(schema: Schema | null, operation: Operation, path: readonly string[] = []): readonly Field[] {
  return Object.entries((schema?.['properties'] ?? {}) as Readonly<Record<string, Schema>>).flatMap(
    ([name, property]) => {
      const kind = isText(property) ? kindOfField(operation, name) : null;
      const isChosen = kind === 'external_id' || kind === null || PUBLIC_KINDS.includes(kind);
      const isList = [property['type']].flat().includes('array');
      const own = isChosen ? [] : [{ kind, path: [...path, name], name, isList }];
      return [...own, ...bodyFieldsOf(property, operation, [...path, name])];
    },
  );
}

function isText(schema: Schema): boolean {
  const types = [schema['type']].flat();
  return types.includes('string') || (types.includes('array') && isText((schema['items'] ?? {}) as Schema));
}

function replaced(body: unknown, [name = '', ...deeper]: readonly string[], value: unknown): unknown {
  const object = (body ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [name]: deeper.length === 0 ? value : replaced(object[name], deeper, value) };
}
