/** Sends a request to an operation of an API document. Every response is compared with the document. */
import { httpClient, type HttpResponse } from '@kushk/testing';
import { smallestValue } from '@kushk/testing/fuzz/schema-values';
import type { Operation } from './api-documents.js';
import { assertDescribed } from './described.js';

export type Headers = Readonly<Record<string, string>>;
export interface OperationCall {
  /** The values of the path parameters, not encoded. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The body; without one, the smallest body that the operation accepts. */
  readonly body?: unknown;
  readonly headers?: Headers;
}

/** Returns the response, whatever its status. Throws when a path parameter has no value. */
export async function callOperation(
  operation: Operation,
  { params = {}, query = {}, body, headers = {} }: OperationCall,
): Promise<HttpResponse> {
  const path = operation.address.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.key} needs a value of ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(query).toString();
  return sendTo(operation, `${path}${search === '' ? '' : `?${search}`}`, {
    headers,
    ...(operation.body !== null && { json: body ?? smallestValue(operation.body) }),
  });
}

/** Sends a request with the method of the operation to this path, which may be malformed. */
export async function sendTo(
  { method, origin }: Operation,
  path: string,
  sent: { readonly headers: Headers; readonly json?: unknown; readonly body?: string },
): Promise<HttpResponse> {
  const response = await httpClient(Number(new URL(origin).port))(path, { method: method.toUpperCase(), ...sent });
  const { status, headers, text, json } = response;
  assertDescribed(method, `${origin}${path}`, { status, headers, text, body: json });
  return response;
}
