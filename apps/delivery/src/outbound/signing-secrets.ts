import { sealedFor } from '@kushk/contracts';
import { unseal, type SealingKey } from '@kushk/credentials';
import { LRUCache } from 'lru-cache';
import type { SealedSecret } from '../endpoint/endpoint.js';

/**
 * The maximum number of decrypted secrets in memory. Decrypting a secret takes longer than signing and sending
 * together.
 */
const MAX_CACHED_SECRETS = 10_000;

/** Decrypts sealed signing secrets. Plaintext secrets exist only in the memory of this process. */
export class SigningSecrets {
  private readonly cache = new LRUCache<string, Promise<string>>({ max: MAX_CACHED_SECRETS });

  constructor(private readonly sealingKeys: readonly SealingKey[]) {}

  /**
   * Returns the secrets that sign a request at this time, newest first. During the overlap of a rotation there are
   * two. Rejects with `SealBroken` when no sealing key decrypts one of them.
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
    // Failures are not cached: a retry may succeed when the missing key has been configured.
    secret.catch(() => this.cache.delete(sealed));
    return secret;
  }
}
