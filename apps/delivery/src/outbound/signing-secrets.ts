import { sealedFor } from '@kushk/contracts';
import { unseal, type SealingKey } from '@kushk/credentials';
import { LRUCache } from 'lru-cache';
import type { SealedSecret } from '../endpoint/endpoint.js';

/** Unsealed secrets held in memory. Unsealing takes longer than signing and sending together. */
const MAX_CACHED_SECRETS = 10_000;

/** Unseals signing secrets. Plain secrets exist only in the memory of this process. */
export class SigningSecrets {
  private readonly cache = new LRUCache<string, Promise<string>>({ max: MAX_CACHED_SECRETS });

  constructor(private readonly sealingKeys: readonly SealingKey[]) {}

  /**
   * Returns the secrets that sign a request at this time, newest first; two during the overlap of a rotation.
   * Rejects with `SealBroken` when no sealing key opens one of them.
   */
  async activeAt(installationId: string, secrets: readonly SealedSecret[], at: Date): Promise<readonly string[]> {
    const active = secrets.filter(({ signUntil }) => signUntil === null || Date.parse(signUntil) > at.getTime());
    return Promise.all(active.map(({ sealed }) => this.unseal(installationId, sealed)));
  }

  private unseal(installationId: string, sealed: string): Promise<string> {
    const cached = this.cache.get(sealed);
    if (cached !== undefined) return cached;
    const context = sealedFor.signingSecret(installationId);
    const secret = unseal<{ secret: string }>(this.sealingKeys, sealed, context).then((opened) => opened.secret);
    this.cache.set(sealed, secret);
    // A failure is not cached: the next configuration may bring the missing key.
    secret.catch(() => this.cache.delete(sealed));
    return secret;
  }
}
