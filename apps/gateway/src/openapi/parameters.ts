/** The parameters of an operation, each with its schema and its description. */
import { QueryReader } from '@kushk/edge';
import { readQueryOf } from '../http/read-call.js';
import type { Route } from '../http/route.js';
import { pathParameters, queryParameters } from './parameter-descriptions.js';

type Json = Record<string, unknown>;

const STRING = { type: 'string' };
const HANDLE_PATTERN = '^kh_[A-Za-z0-9_.-]+$';

/** `path` is the path of the route relative to the server. `ofQuery` describes query parameters of this operation. */
export function parametersOf(
  route: Route,
  path: string,
  { ofQuery, isRepeatable }: { readonly ofQuery: Readonly<Record<string, string>>; readonly isRepeatable: boolean },
): Json[] {
  return [...inPath(path), ...inQuery(route, ofQuery), ...inHeader(route, isRepeatable)];
}

function inPath(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = pathParameters[name];
    return {
      name,
      in: 'path',
      required: true,
      ...(known && { description: known.description }),
      schema: { ...STRING, ...known?.schema },
    };
  });
}

/**
 * Finds the query parameters of a route by running its `readQuery` with an empty query. The reader records each
 * parameter that the route reads, and a route reads all its parameters even when the client sent none.
 */
function inQuery(route: Route, ofQuery: Readonly<Record<string, string>>): Json[] {
  const reader = new QueryReader({});
  readQueryOf(route, reader);
  return reader.parameters().map(({ name, required, schema }) => {
    const known = queryParameters[name];
    const description = ofQuery[name] ?? known?.description;
    return {
      name,
      in: 'query',
      required,
      ...(description !== undefined && { description }),
      // The values of a list are separated by commas, not sent as repeated parameters.
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
      schema: { ...schema, ...known?.schema },
    };
  });
}

function inHeader(
  { idempotencyKey, callerKind, conditionalRead, conditionalWrite, requires }: Route,
  isRepeatable: boolean,
): Json[] {
  const headers: readonly (readonly [isSent: boolean, name: string, description: string, schema?: Json])[] = [
    [
      isRepeatable,
      'Idempotency-Key',
      'The same key and the same request get the same answer again, without a second effect',
      { ...STRING, pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    ],
    [conditionalWrite, 'If-Match', 'The revision that was read, such as "4"'],
    [conditionalRead, 'If-None-Match', 'Tags of the representations that the client has, such as "4f2a"'],
    [
      callerKind === 'person' || callerKind === 'purchaser',
      'Service-Organisation',
      'The id of the organisation; needed by a person who belongs to several',
    ],
    [
      callerKind === 'plugin' && requires?.acceptsHandle === true,
      'Service-Handle',
      'The handle of the person for whom the plugin acts; the answer shows what that person sees',
      { ...STRING, pattern: HANDLE_PATTERN },
    ],
  ];
  return headers
    .filter(([isSent]) => isSent)
    .map(([, name, description, schema = STRING]) => ({
      name,
      in: 'header',
      required: name === 'Idempotency-Key' && idempotencyKey === 'required',
      description,
      schema,
    }));
}
