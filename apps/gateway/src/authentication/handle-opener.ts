import { LRUCache } from 'lru-cache';
import { unsealHandle, type HandleClaims, type SealingKey } from '@kushk/credentials';

/** A page uses its handle for five minutes, and a handle with its claims has about two kilobytes. */
const MAX_OPENED = 8_192;

/**
 * Opens handles. The claims of a handle never change, so they are cached; whether the handle is still valid is not, and
 * is checked on every use. Strings that are no handle of this instance are not cached.
 */
export class HandleOpener {
  private readonly opened = new LRUCache<string, HandleClaims>({ max: MAX_OPENED });

  constructor(private readonly keys: readonly SealingKey[]) {}

  /** Returns the claims, also of a handle that has expired; null when this instance has not sealed the handle. */
  async open(handle: unknown): Promise<HandleClaims | null> {
    if (typeof handle !== 'string') return null;
    const cached = this.opened.get(handle);
    if (cached !== undefined) return cached;
    const claims = await unsealHandle(this.keys, handle);
    if (claims !== null) this.opened.set(handle, claims);
    return claims;
  }
}
