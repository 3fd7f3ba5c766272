import type { PageProblem } from '@kushk/contracts';
import { LRUCache } from 'lru-cache';
import { frameAncestorsProblem } from '@kushk/manifest';
import type { PageHeaders } from './page-headers.client.js';

interface CheckedPage {
  readonly url: string;
  readonly embedder: string;
}

/** Each entry has at most a URL and 500 characters of sources: about 4 KB. */
const MAX_ENTRIES = 2_000;
const GOOD_FOR_MS = 60_000;
/** A publisher who corrects a page sees the effect soon. */
const BAD_FOR_MS = 5_000;
const MAX_IN_FLIGHT = 32;

/** Checks whether pages may be embedded, each page at most once a minute. */
export class PageChecker {
  private readonly known = new LRUCache<string, { readonly problem: PageProblem | null }>({ max: MAX_ENTRIES });
  private readonly inFlight = new Map<string, Promise<PageProblem | null>>();

  constructor(private readonly getHeaders: (url: URL) => Promise<PageHeaders>) {}

  /** Resolves to `busy` when too many checks are in flight. */
  async check(page: CheckedPage): Promise<{ readonly problem: PageProblem | null } | 'busy'> {
    const key = `${page.embedder} ${page.url}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const running = this.inFlight.get(key);
    if (running !== undefined) return { problem: await running };
    if (this.inFlight.size >= MAX_IN_FLIGHT) return 'busy';
    const check = this.request(page).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, check);
    const problem = await check;
    this.known.set(key, { problem }, { ttl: problem === null ? GOOD_FOR_MS : BAD_FOR_MS });
    return { problem };
  }

  private async request({ url, embedder }: CheckedPage): Promise<PageProblem | null> {
    const answer = await this.getHeaders(new URL(url));
    if (answer.kind === 'failed') return { code: 'unreachable', error: answer.error };
    const { status, policy } = answer;
    if (status >= 300 && status < 400) return { code: 'redirected', status };
    if (status < 200 || status >= 400) return { code: 'failed', status };
    return frameAncestorsProblem(policy, embedder);
  }
}
