/**
 * How services speak to each other: a request (command or query) has one owner and a reply; a public fact has
 * one publisher and any number of listeners. What crosses a process line is snake_case JSON.
 */

export type HubService = 'catalogue' | 'review' | 'hub_gateway';
export type InstanceService = 'installation' | 'wallet' | 'workspace' | 'delivery' | 'instance_gateway';
export type ServiceName = HubService | InstanceService;

/** `hub` services live once per operator; the others once per instance, under the instance's id as scope. */
export function livesOnHub(service: ServiceName): service is HubService {
  return service === 'catalogue' || service === 'review' || service === 'hub_gateway';
}

/** A command or query. `subject` lacks its scope (`hub.` or `<instance id>.`), which the broker puts in front. */
export interface RequestType<Request, Reply> {
  readonly service: ServiceName;
  readonly subject: string;
  /** Only for the compiler: carries the types. */
  readonly types?: { readonly request: Request; readonly reply: Reply };
}

/** A public fact. `subject` lacks scope and, at the end, the token of its stream. */
export interface PublicFactType<Data> {
  readonly service: ServiceName;
  readonly subject: string;
  readonly types?: { readonly data: Data };
}

/** `command('catalogue', 'release.submit')` → subject `cmd.catalogue.release.submit`. */
export function command<Request, Reply>(service: ServiceName, name: string): RequestType<Request, Reply> {
  return { service, subject: `cmd.${service}.${name}` };
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
 * A stream's id as one token of a NATS subject (`<scope>.<subject of the fact>.<token>`): percent-encoded, so that
 * dots, wildcards and white space of an id never split or widen a subject. `streamIdOfToken` gives the id back.
 */
export function subjectToken(streamId: string): string {
  return encodeURIComponent(streamId).replaceAll('.', '%2E').replaceAll('*', '%2A');
}

/** The stream id behind a token made by `subjectToken`. Throws `URIError` on a token that was not. */
export function streamIdOfToken(token: string): string {
  return decodeURIComponent(token);
}

/** Who stands behind a request, as the gateway has authenticated them. Travels with every command and query. */
export type Actor =
  | { readonly kind: 'publisher'; readonly publisher_id: string; readonly key_id: string }
  | { readonly kind: 'staff'; readonly subject: string; readonly roles: readonly string[] }
  | {
      readonly kind: 'person';
      readonly person_id: string;
      readonly organisation_id: string;
      readonly role: 'admin' | 'member';
    }
  | {
      readonly kind: 'plugin';
      readonly installation_id: string;
      readonly organisation_id: string;
      readonly plugin_id: string;
      readonly on_behalf_of: string | null;
    }
  | { readonly kind: 'system' };

/** `Idempotency-Key` of a write, with the hash of what was sent under it. `scope` is the caller. */
export interface Once {
  readonly scope: string;
  readonly key: string;
  readonly input_hash: string;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}
export interface PageRequest {
  readonly limit: number;
  readonly cursor: string | null;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** The one shape of a problem, everywhere. `path` is a JSON Pointer. */
export interface Problem {
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly message_fa: string;
  readonly hint?: string;
  readonly stage: 'submission' | 'instance' | 'request';
  readonly line?: number;
  readonly column?: number;
}

/** What a request carries, and what it is answered with: `RequestOf<typeof wallet.consume>`. */
export type RequestOf<T> = T extends RequestType<infer Request, infer _Reply> ? Request : never;
export type ReplyOf<T> = T extends RequestType<infer _Request, infer Reply> ? Reply : never;
/** What a public fact carries: `DataOf<typeof walletFacts.walletOpened>`. */
export type DataOf<T> = T extends PublicFactType<infer Data> ? Data : never;
