import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { Client } from 'undici';
import { failureKind } from '../../outbound/attempt-result.js';
import { guardedConnector, ownAddresses, systemResolver } from '@kushk/runtime/guarded-connector';

export type PageHeaders =
  | { readonly kind: 'answered'; readonly status: number; readonly policy: string | readonly string[] | undefined }
  | { readonly kind: 'failed'; readonly error: string };

const DEADLINE_MS = 5_000;
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Requests a page and reads only its headers. The destination is checked like those of all other calls
 * (docs/reference/delivery.md, "Destinations"), redirects are not followed, and nothing of us is sent along.
 */
@Injectable()
export class PageHeadersClient {
  private readonly connect;

  constructor(@Inject(CONFIG) { environment }: Config) {
    const policy = { production: environment === 'production', ownAddresses: ownAddresses() };
    this.connect = guardedConnector(policy, systemResolver());
  }

  /** Never rejects. */
  async get(url: URL): Promise<PageHeaders> {
    const client = new Client(url.origin, { connect: this.connect, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES });
    // The signal of `request` alone would not end a name lookup.
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const late = new Promise<PageHeaders>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'failed', error: 'timeout' }), { once: true });
    });
    try {
      return await Promise.race([headersOf(client, url, signal), late]);
    } finally {
      await client.destroy();
    }
  }
}

async function headersOf(client: Client, { pathname, search }: URL, signal: AbortSignal): Promise<PageHeaders> {
  try {
    const { statusCode, headers, body } = await client.request({
      path: pathname + search,
      method: 'GET',
      headers: { accept: 'text/html', 'user-agent': 'Kushk/1' },
      signal,
    });
    // The connection ends with the body, which the client's end aborts.
    body.on('error', () => undefined);
    return { kind: 'answered', status: statusCode, policy: headers['content-security-policy'] };
  } catch (error) {
    return { kind: 'failed', error: signal.aborted ? 'timeout' : failureKind(error as Error) };
  }
}
