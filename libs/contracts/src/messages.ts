/**
 * Message types between services. A request (command or query) has one owning service and one reply. A public fact
 * has one publishing service and any number of consumers. All messages between processes are snake_case JSON.
 */

import type { CallerPolicy } from './caller-policy.js';

export type HubService = 'catalogue' | 'review' | 'hub_gateway';
export type InstanceService = 'installation' | 'wallet' | 'workspace' | 'delivery' | 'containers' | 'instance_gateway';
export type ServiceName = HubService | InstanceService;

/**
 * Whether a service runs once per operator, with the subject prefix `hub`. The other services run once per instance,
 * with the instance's id as subject prefix.
 */
export function livesOnHub(service: ServiceName): service is HubService {
  return service === 'catalogue' || service === 'review' || service === 'hub_gateway';
}

/** A command or query. `subject` has no prefix: the broker prepends `hub.` or `<instance id>.`. */
export interface RequestType<Request, Reply> {
  readonly service: ServiceName;
  readonly subject: string;
  /** Of every command that people, staff or publishers send. */
  readonly requires?: CallerPolicy;
  /** Never set: carries the types for the compiler. */
  readonly types?: { readonly request: Request; readonly reply: Reply };
}

/** A public fact. `subject` contains neither the prefix nor the stream token; the publisher adds both. */
export interface PublicFactType<Data> {
  readonly service: ServiceName;
  readonly subject: string;
  readonly types?: { readonly data: Data };
}

/** `command('catalogue', 'release.submit', …)` → subject `cmd.catalogue.release.submit`. */
export function command<Request, Reply>(
  service: ServiceName,
  name: string,
  requires?: CallerPolicy,
): RequestType<Request, Reply> {
  return { service, subject: `cmd.${service}.${name}`, ...(requires !== undefined && { requires }) };
}

/** `query('wallet', 'wallet.get')` → subject `qry.wallet.wallet.get`. */
export function query<Request, Reply>(service: ServiceName, name: string): RequestType<Request, Reply> {
  return { service, subject: `qry.${service}.${name}` };
}

/** `publicFact('catalogue', 'release.published')` → subject `evt.catalogue.release.published.v1`. */
export function publicFact<Data>(service: ServiceName, name: string, version = 1): PublicFactType<Data> {
  return { service, subject: `evt.${service}.${name}.v${version}` };
}

/**
 * Encodes a stream id as one token of a NATS subject (`<prefix>.<subject of the fact>.<token>`). Percent-encoding
 * keeps dots, wildcards and white space in an id from splitting or widening the subject. `streamIdOfToken` is the
 * inverse.
 */
export function subjectToken(streamId: string): string {
  return encodeURIComponent(streamId).replaceAll('.', '%2E').replaceAll('*', '%2A');
}

/** Decodes the stream id from a token that `subjectToken` created. Throws `URIError` for a malformed token. */
export function streamIdOfToken(token: string): string {
  return decodeURIComponent(token);
}

/**
 * The caller of a request, as the gateway authenticated it. Every command and query contains it, and the log stores it
 * with the facts of a command. `name` is the name at that time, which the audit shows (docs/reference/audit.md).
 */
export type Actor =
  | {
      readonly kind: 'publisher';
      readonly publisher_id: string;
      readonly key_id: string;
      readonly name: string;
      /** The trust by which the key was exchanged. */
      readonly trust_id?: string;
    }
  | {
      /** A person of a publisher, in the portal. */
      readonly kind: 'publisher_member';
      readonly publisher_id: string;
      readonly member_id: string;
      readonly subject: string;
      readonly name: string;
    }
  | { readonly kind: 'staff'; readonly subject: string; readonly roles: readonly string[]; readonly name: string }
  | {
      readonly kind: 'person';
      readonly person_id: string;
      readonly organisation_id: string;
      readonly role: 'admin' | 'member';
      readonly name: string;
    }
  | {
      readonly kind: 'plugin';
      readonly installation_id: string;
      readonly organisation_id: string;
      readonly plugin_id: string;
      /** The person whose handle the plugin uses, and the person's name; null without a handle. */
      readonly on_behalf_of: string | null;
      readonly on_behalf_of_name: string | null;
    }
  | { readonly kind: 'system' };

/**
 * The `Idempotency-Key` of a write. `scope` identifies the caller: equal keys of two callers are different keys.
 * `input_hash` is a hash (hex) of route, parameters and body. A request with the same key and another hash is
 * rejected.
 */
export interface RequestIdempotency {
  readonly scope: string;
  readonly key: string;
  readonly input_hash: string;
}

/** One page of a list. `next_cursor` is null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
/**
 * `limit` is the maximum number of items per page. `cursor` is the `next_cursor` of the previous page, or null for
 * the first page. `max_bytes` ends a page earlier, at this size of the long fields of its items; a page still has at
 * least one item.
 */
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
  readonly max_bytes?: number;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * One problem of a manifest or a request. Every API uses this shape. `path` is a JSON Pointer, or `?name` for a query
 * parameter. `message_fa` is the message in Persian. A problem of the severity `warning` is advice: nothing is rejected
 * because of it. `line` and `column` count from 1.
 */
export interface Problem {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly path: string;
  readonly message: string;
  readonly message_fa: string;
  readonly hint?: string;
  readonly hint_fa?: string;
  readonly stage: 'submission' | 'instance' | 'request';
  readonly line?: number;
  readonly column?: number;
}

/** The request and the reply of a request type: `RequestOf<typeof wallet.consume>`. */
export type RequestOf<T> = T extends RequestType<infer Request, infer _Reply> ? Request : never;
export type ReplyOf<T> = T extends RequestType<infer _Request, infer Reply> ? Reply : never;
/** The data of a public fact: `DataOf<typeof walletFacts.walletOpened>`. */
export type DataOf<T> = T extends PublicFactType<infer Data> ? Data : never;
