/**
 * The newest requests to the plugin API of each installation, in memory, so that a developer sees what the plugin sends
 * and what it gets (docs/plugin-authors.md, `kushk dev`). Recorded only outside production. Every gateway has the
 * requests of all gateways (received-call-sharing.ts).
 */
import { LRUCache } from 'lru-cache';
import type { CallsReceived, ReceivedCall, RecordedCall } from '@kushk/contracts';

export interface ReceivedCallPage {
  /** The oldest first, at most 200. */
  readonly calls: readonly ReceivedCall[];
  /** Pass this as `after` to get only newer requests. */
  readonly next_after: string;
}
/** A request before it has an id. */
export interface AnsweredCall extends Omit<ReceivedCall, 'id' | 'path' | 'at'> {
  /** The whole address. */
  readonly url: string;
  readonly organisationId: string | null;
  /** When the request arrived, in ms since 1970. */
  readonly receivedAtMs: number;
}

/** With at most about 800 bytes for each call, together at most 8 MB. */
const MAX_INSTALLATIONS = 50;
const MAX_CALLS = 200;
const MAX_PATH = 300;
/** With the part of the address before the path. */
const MAX_ADDRESS = 400;
const MAX_TEXT = 100;
const API_PATH = /^\/i\/([^/]{1,64})\/plugin\/v1(\/[^?]*)?/;
const CURSOR = /^([\w-]{1,40})\.(\d{1,15})$/;

interface Numbered {
  readonly sequence: number;
  /** Makes the call when somebody reads it: of thousands in a second, most are replaced before. */
  readonly call: () => ReceivedCall;
}

export class ReceivedCalls {
  private readonly byInstallation = new LRUCache<string, Numbered[]>({ max: MAX_INSTALLATIONS });
  private sequence = 0;

  /** `gateway` identifies this process: cursors of another one, or of the same one before a restart, begin again. */
  constructor(readonly gateway: string) {}

  /** Records a request by its whole URL, also one that was rejected before its caller was known. Null for others. */
  record({ url, organisationId, receivedAtMs, ...answer }: AnsweredCall): (() => RecordedCall) | null {
    const [, installationId, path = '/'] = API_PATH.exec(shortened(url)) ?? [];
    if (installationId === undefined) return null;
    const sequence = this.sequence + 1;
    const received = (): ReceivedCall => ({
      ...answer,
      id: `${this.gateway}.${sequence}`,
      at: new Date(receivedAtMs).toISOString(),
      path: path.slice(0, MAX_PATH),
      code: answer.code?.slice(0, MAX_TEXT) ?? null,
      request_id: answer.request_id.slice(0, MAX_TEXT),
    });
    this.store(installationId, received);
    return () => ({ ...received(), installation_id: installationId, organisation_id: organisationId });
  }

  /** Adds the requests that another gateway has recorded. */
  add({ calls }: CallsReceived): void {
    for (const { installation_id, organisation_id: _organisation, ...call } of calls)
      this.store(installation_id, () => call);
  }

  /**
   * The recorded requests after a cursor. A cursor of another gateway returns all of them, so a reader whose requests
   * reach several gateways recognises repetitions by their `id`.
   */
  after(installationId: string, cursor: string | null): ReceivedCallPage {
    const [, gateway, sequence] = CURSOR.exec(cursor ?? '') ?? [];
    const from = gateway === this.gateway ? Number(sequence) : 0;
    const stored = this.byInstallation.get(installationId) ?? [];
    return {
      calls: stored.flatMap((one) => (one.sequence > from ? [one.call()] : [])),
      next_after: `${this.gateway}.${this.sequence}`,
    };
  }

  private store(installationId: string, call: Numbered['call']): void {
    this.sequence += 1;
    const stored = this.byInstallation.get(installationId) ?? [];
    stored.push({ sequence: this.sequence, call });
    if (stored.length > MAX_CALLS) stored.shift();
    this.byInstallation.set(installationId, stored);
  }
}

/** The part of a string keeps the whole one in memory, so the beginning of a long address is copied. */
function shortened(url: string): string {
  return url.length <= MAX_ADDRESS ? url : Buffer.from(url.slice(0, MAX_ADDRESS)).toString();
}
