import { catalogue, review } from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';

/** How long clients and this gateway keep the keys. */
export const KEYS_MAX_AGE_SECONDS = 300;

type Key = Readonly<Record<string, unknown>>;

interface LoadedKeys {
  readonly atMs: number;
  readonly keys: Promise<readonly Key[]>;
}

/** The public keys of the hub, in memory: anybody may ask for them, and reading them takes a request to three parts. */
export class HubKeys {
  private loaded: LoadedKeys | null = null;

  constructor(private readonly now: () => number = () => performance.now()) {}

  async read(send: SendRequest): Promise<{ readonly keys: readonly Key[]; readonly ageSeconds: number }> {
    const current = this.loaded;
    const isFresh = current !== null && this.now() - current.atMs < KEYS_MAX_AGE_SECONDS * 1_000;
    const { keys, atMs } = isFresh ? current : this.load(send);
    return { keys: await keys, ageSeconds: Math.floor((this.now() - atMs) / 1_000) };
  }

  /** Call it when an instance was registered, changed or removed: its plugins look for its key at once. */
  forget(): void {
    this.loaded = null;
  }

  private load(send: SendRequest): LoadedKeys {
    const loading: LoadedKeys = { atMs: this.now(), keys: readKeys(send) };
    this.loaded = loading;
    loading.keys.catch(() => {
      if (this.loaded === loading) this.loaded = null;
    });
    return loading;
  }
}

async function readKeys(send: SendRequest): Promise<readonly Key[]> {
  const replies = await Promise.all([
    send(catalogue.signingKeys, {}),
    send(review.signingKeys, {}),
    send(catalogue.instanceKeys, {}),
  ]);
  return replies.flatMap(({ reply }) => reply.keys);
}
