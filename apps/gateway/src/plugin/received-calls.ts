/**
 * The newest requests to the plugin API of each installation, in memory, so that a developer sees what the plugin sends
 * and what it gets (docs/plugin-authors.md, `kushk dev`). Recorded only outside production. Another gateway process has
 * its own.
 */
import { LRUCache } from 'lru-cache';

/** A request to the plugin API. Bodies, credentials and queries are not recorded. */
export interface ReceivedCall {
  /** Rises with every request to this process. */
  readonly sequence: number;
  readonly at: string;
  readonly method: string;
  /** The path below `api_base`, at most 300 characters. */
  readonly path: string;
  readonly status: number;
  /** The code of the problem; null for a success. */
  readonly code: string | null;
  readonly duration_ms: number;
  readonly request_id: string;
}
export interface ReceivedCallPage {
  readonly calls: readonly ReceivedCall[];
  /** Pass this as `after` to get only newer requests. */
  readonly next_after: number;
}

/** Together at most about 4 MB. */
const MAX_INSTALLATIONS = 50;
const MAX_CALLS = 200;
const MAX_PATH = 300;
const MAX_CODE = 100;
const API_PATH = /^\/i\/([^/]{1,64})\/plugin\/v1(\/[^?]*)?/;

export class ReceivedCalls {
  private readonly byInstallation = new LRUCache<string, ReceivedCall[]>({ max: MAX_INSTALLATIONS });
  private sequence = 0;

  /** Records a request by its whole URL, also one that was rejected before its caller was known. */
  record(url: string, call: Omit<ReceivedCall, 'sequence' | 'path'>): void {
    const [, installationId, path = '/'] = API_PATH.exec(url) ?? [];
    if (installationId === undefined) return;
    this.sequence += 1;
    const calls = this.byInstallation.get(installationId) ?? [];
    const code = call.code?.slice(0, MAX_CODE) ?? null;
    calls.push({ ...call, code, sequence: this.sequence, path: path.slice(0, MAX_PATH) });
    if (calls.length > MAX_CALLS) calls.shift();
    this.byInstallation.set(installationId, calls);
  }

  /** The recorded requests after a sequence number, oldest first. */
  after(installationId: string, sequence: number): ReceivedCallPage {
    // A restarted process counts from 1 again: a higher number than its own is of its predecessor.
    const from = sequence > this.sequence ? 0 : sequence;
    const calls = (this.byInstallation.get(installationId) ?? []).filter((call) => call.sequence > from);
    return { calls, next_after: this.sequence };
  }
}
