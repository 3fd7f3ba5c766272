/**
 * The newest requests to the plugin API of each installation and the newest calls to its plugin, in memory, so that a
 * developer sees what both send and get (docs/plugin-authors.md, `kushk dev`). Recorded only outside production. Every
 * gateway has the calls of all processes (received-call-sharing.ts).
 */
import { LRUCache } from 'lru-cache';
import {
  RECORDED_BODY_BYTES,
  type CallCause,
  type CallsReceived,
  type CallsSent,
  type ReceivedCall,
  type RecordedCall,
  type SentCall,
} from '@kushk/contracts';
import { redactedBody } from '@kushk/credentials';

export interface CallPage {
  /** The oldest first, at most 200. */
  readonly calls: readonly ReceivedCall[];
  /** The calls to the plugin that have ended, in that order, at most 200. */
  readonly sent: readonly SentCall[];
  /** Pass this as `after` to get only newer calls. */
  readonly next_after: string;
}
/** A request before it has an id. */
export interface AnsweredCall extends Omit<
  ReceivedCall,
  'id' | 'path' | 'at' | 'caused_by' | 'request_body' | 'response_body'
> {
  /** The whole address. */
  readonly url: string;
  readonly organisationId: string | null;
  /** When the request arrived, in ms since 1970. */
  readonly receivedAtMs: number;
  /** The tool call of the handle in the request. */
  readonly toolCallId: string | null;
  /** Whether a page of the plugin sent it, which no call to the plugin causes. */
  readonly isFromPage: boolean;
  /** The first bytes of the bodies (`bodyStart`); null for an empty body. */
  readonly requestBody: Body | null;
  readonly responseBody: Body | null;
}
/** Redacted text, or bytes that are redacted when they are read. */
export type Body = string | Uint8Array;

/** With at most about 800 bytes for each call without its bodies, together at most 16 MB. */
const MAX_INSTALLATIONS = 50;
const MAX_CALLS = 200;
/** The bodies of the newest calls; those of older calls are forgotten. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const MAX_PATH = 300;
/** With the part of the address before the path. */
const MAX_ADDRESS = 400;
const MAX_TEXT = 100;
/** A call to a plugin ends after twelve seconds at the latest. */
const MAX_SENT_MS = 20_000;
const API_PATH = /^\/i\/([^/]{1,64})\/plugin\/v1(\/[^?]*)?/;
const CURSOR = /^([\w-]{1,40})\.(\d{1,15})$/;

interface Numbered<Call> {
  readonly sequence: number;
  /** Makes the call when somebody reads it: of thousands in a second, most are replaced before. */
  readonly call: () => Call;
}
interface Bodies {
  readonly request: Body | null;
  readonly response: Body | null;
}
/** A call to the plugin of which the requests may be that arrive. */
interface Cause extends CallCause {
  readonly startedMs: number;
  readonly endedMs: number;
}
interface OfInstallation {
  readonly received: Numbered<ReceivedCall>[];
  readonly sent: Numbered<SentCall>[];
  /** By delivery and attempt, those that started last at the end. */
  readonly causes: Map<string, Cause>;
}

export class ReceivedCalls {
  private readonly byInstallation = new LRUCache<string, OfInstallation>({ max: MAX_INSTALLATIONS });
  private readonly bodies = new LRUCache<number, Bodies>({ maxSize: MAX_BODY_BYTES });
  private sequence = 0;

  /** `gateway` identifies this process: cursors of another one, or of the same one before a restart, begin again. */
  constructor(readonly gateway: string) {}

  /** Records a request by its whole URL, also one that was rejected before its caller was known. Null for others. */
  record(call: AnsweredCall): (() => RecordedCall) | null {
    const { url, organisationId, receivedAtMs, toolCallId, isFromPage, requestBody, responseBody, ...answer } = call;
    const [, installationId, path = '/'] = API_PATH.exec(shortened(url)) ?? [];
    if (installationId === undefined) return null;
    const sequence = this.next({ request: requestBody, response: responseBody });
    // Found when it is read: the report of the call that caused it may arrive later than the request.
    const cause = once(() => (isFromPage ? null : causeOf(this.of(installationId), { receivedAtMs, toolCallId })));
    const received = (): ReceivedCall => ({
      ...answer,
      id: `${this.gateway}.${sequence}`,
      at: new Date(receivedAtMs).toISOString(),
      path: path.slice(0, MAX_PATH),
      code: answer.code?.slice(0, MAX_TEXT) ?? null,
      request_id: answer.request_id.slice(0, MAX_TEXT),
      caused_by: cause(),
      ...this.bodiesOf(sequence),
    });
    push(this.of(installationId).received, { sequence, call: received });
    return () => ({ ...received(), installation_id: installationId, organisation_id: organisationId });
  }

  /** Adds the requests that another gateway has recorded. */
  add({ calls }: CallsReceived): void {
    for (const { installation_id, organisation_id: _organisation, request_body, response_body, ...call } of calls) {
      const sequence = this.next({ request: request_body, response: response_body });
      const received = (): ReceivedCall => ({ ...call, ...this.bodiesOf(sequence) });
      push(this.of(installation_id).received, { sequence, call: received });
    }
  }

  /** Adds calls to plugins, which a delivery process has sent. */
  addSent({ started, ended }: CallsSent): void {
    for (const { installation_id: id, ...call } of started)
      addCause(this.of(id), { ...call, startedMs: Date.parse(call.at), endedMs: Number.POSITIVE_INFINITY });
    for (const { installation_id: id, request_body, response_body, ...call } of ended) {
      const startedMs = Date.parse(call.at);
      addCause(this.of(id), { ...call, startedMs, endedMs: startedMs + call.duration_ms });
      const sequence = this.next({ request: request_body, response: response_body });
      push(this.of(id).sent, { sequence, call: () => ({ ...call, ...this.bodiesOf(sequence) }) });
    }
  }

  /**
   * The recorded calls after a cursor. A cursor of another gateway returns all of them, so a reader whose requests
   * reach several gateways recognises repetitions by their ids.
   */
  after(installationId: string, cursor: string | null): CallPage {
    const [, gateway, sequence] = CURSOR.exec(cursor ?? '') ?? [];
    const from = gateway === this.gateway ? Number(sequence) : 0;
    const { received, sent } = this.byInstallation.get(installationId) ?? { received: [], sent: [] };
    return {
      calls: received.flatMap((one) => (one.sequence > from ? [one.call()] : [])),
      sent: sent.flatMap((one) => (one.sequence > from ? [one.call()] : [])),
      next_after: `${this.gateway}.${this.sequence}`,
    };
  }

  private of(installationId: string): OfInstallation {
    const found = this.byInstallation.get(installationId);
    if (found !== undefined) return found;
    const made: OfInstallation = { received: [], sent: [], causes: new Map() };
    this.byInstallation.set(installationId, made);
    return made;
  }

  /** The number of a call, under which its bodies are kept. */
  private next(bodies: Bodies): number {
    this.sequence += 1;
    const size = (bodies.request?.length ?? 0) + (bodies.response?.length ?? 0);
    if (size > 0) this.bodies.set(this.sequence, bodies, { size });
    return this.sequence;
  }

  private bodiesOf(sequence: number): Pick<ReceivedCall, 'request_body' | 'response_body'> {
    const { request, response } = this.bodies.peek(sequence) ?? { request: null, response: null };
    return { request_body: redacted(request), response_body: redacted(response) };
  }
}

/** A copy of the part of a body that is recorded: a part of a buffer would keep all of it in memory. */
export function bodyStart(body: Body): Body | null {
  const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  // They are recognised only in the whole body.
  if (bytes.includes('"settings"')) return redactedBody(bytes, RECORDED_BODY_BYTES);
  // More than is shown, so that a secret at the cut is recognised.
  return bytes.length === 0 ? null : Buffer.from(bytes.subarray(0, 2 * RECORDED_BODY_BYTES));
}

function redacted(body: Body | null): string | null {
  return typeof body === 'object' && body !== null ? redactedBody(body, RECORDED_BODY_BYTES) : body;
}

function push<Call>(calls: Numbered<Call>[], call: Numbered<Call>): void {
  calls.push(call);
  if (calls.length > MAX_CALLS) calls.shift();
}

function addCause({ causes }: OfInstallation, { delivery_id, attempt, startedMs, endedMs }: Cause): void {
  causes.set(`${delivery_id} ${attempt}`, { delivery_id, attempt, startedMs, endedMs });
  if (causes.size > MAX_CALLS) causes.delete(causes.keys().next().value ?? '');
}

function causeOf(
  { causes }: OfInstallation,
  { receivedAtMs, toolCallId }: { readonly receivedAtMs: number; readonly toolCallId: string | null },
): CallCause | null {
  if (toolCallId !== null) return { delivery_id: toolCallId, attempt: 1 };
  const underWay = [...causes.values()].findLast(
    ({ startedMs, endedMs }) =>
      startedMs <= receivedAtMs && receivedAtMs <= endedMs && receivedAtMs - startedMs <= MAX_SENT_MS,
  );
  return underWay === undefined ? null : { delivery_id: underWay.delivery_id, attempt: underWay.attempt };
}

/** Remembers the first result. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The part of a string keeps the whole one in memory, so the beginning of a long address is copied. */
function shortened(url: string): string {
  return url.length <= MAX_ADDRESS ? url : Buffer.from(url.slice(0, MAX_ADDRESS)).toString();
}
