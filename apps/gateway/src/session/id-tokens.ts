import { hkdfSync } from 'node:crypto';
import { seal, SealBroken, unseal, type SealingKey } from '@kushk/credentials';

const CONTEXT = 'id-token';
const KEY_BYTES = 32;

/** Seals the ID tokens that browsers store for us, so that a cookie reveals nothing of a person's account. */
export class IdTokens {
  private readonly keys: readonly SealingKey[];

  /** Every gateway of a role has the same pepper, so each can open what another one has sealed. */
  constructor(pepper: Buffer) {
    const key = Buffer.from(hkdfSync('sha256', pepper, '', 'kushk id token', KEY_BYTES));
    this.keys = [{ kid: CONTEXT, k: key.toString('base64url') }];
  }

  seal(idToken: string): Promise<string> {
    return seal(this.keys, { idToken }, CONTEXT);
  }

  /** Returns null for a value that was not sealed here. */
  async unseal(sealed: string | null): Promise<string | null> {
    if (sealed === null) return null;
    try {
      return (await unseal<{ readonly idToken: string }>(this.keys, sealed, CONTEXT)).idToken;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}
