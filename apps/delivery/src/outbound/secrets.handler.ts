import { sealedFor } from '@kushk/contracts';
import { unseal, type SealingKey } from '@kushk/credentials';
import type { SealedSecret } from '../endpoint/endpoint.js';

/** Unsealed secrets that are kept in memory: opening one takes longer than everything else about a call. */
const SECRETS_KEPT = 10_000;

/** Opens sealed signing secrets. What is open stands in the memory of this process only. */
export class Secrets {
  private readonly opened = new Map<string, Promise<string>>();

  constructor(private readonly sealingKeys: readonly SealingKey[]) {}

  /** The secrets that sign a call now, newest first; two during the overlap of a rotation. Rejects with `SealBroken`. */
  async live(installationId: string, secrets: readonly SealedSecret[], at: Date): Promise<readonly string[]> {
    const signing = secrets.filter(({ signUntil }) => signUntil === null || Date.parse(signUntil) > at.getTime());
    return Promise.all(signing.map(({ sealed }) => this.open(installationId, sealed)));
  }

  private open(installationId: string, sealed: string): Promise<string> {
    const known = this.opened.get(sealed);
    if (known !== undefined) return known;
    const opening = unseal<{ secret: string }>(this.sealingKeys, sealed, sealedFor.signingSecret(installationId)).then(
      ({ secret }) => secret,
    );
    for (const oldest of this.opened.keys()) {
      if (this.opened.size < SECRETS_KEPT) break;
      this.opened.delete(oldest);
    }
    this.opened.set(sealed, opening);
    // A failure is not remembered: the key may come back with the next configuration.
    opening.catch(() => this.opened.delete(sealed));
    return opening;
  }
}
