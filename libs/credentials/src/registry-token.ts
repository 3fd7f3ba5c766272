/** Signs tokens for Docker's distribution (its token authentication specification). */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';

/** What a token grants, as the specification spells it. */
export interface RegistryAccess {
  readonly type: 'repository';
  readonly name: string;
  readonly actions: readonly ('pull' | 'push')[];
}

/** `issuer` and `service` in the configuration of the registry. */
const TOKEN_ISSUER = 'kushk';
const TOKEN_SERVICE = 'kushk-registry';

/** A revoked key gets no new token, and the last one ends after this time. Clients ask again during a long push. */
export const REGISTRY_TOKEN_SECONDS = 300;
/** For a registry whose clock is behind. */
const EARLIER_SECONDS = 30;
const FINGERPRINT_BYTES = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export interface RegistryToken {
  readonly subject: string;
  readonly access: readonly RegistryAccess[];
  readonly id: string;
  readonly at: Date;
}

export class RegistryTokenSigner {
  private readonly key: KeyObject;
  private readonly keyId: string;

  /** `pem` is a private key, EC P-256. */
  constructor(pem: string) {
    this.key = createPrivateKey(pem);
    this.keyId = fingerprint(createPublicKey(this.key));
  }

  async sign({ subject, access, id, at }: RegistryToken): Promise<string> {
    const seconds = Math.floor(at.getTime() / 1_000);
    return await new SignJWT({ access })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256', kid: this.keyId })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_SERVICE)
      .setSubject(subject)
      .setJti(id)
      .setIssuedAt(seconds)
      .setNotBefore(seconds - EARLIER_SECONDS)
      .setExpirationTime(seconds + REGISTRY_TOKEN_SECONDS)
      .sign(this.key);
  }
}

/** The key id of the specification: 240 bits of the SHA-256 of the public key (DER), base32, in groups of four. */
function fingerprint(key: KeyObject): string {
  const hash = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest();
  const bits = [...hash.subarray(0, FINGERPRINT_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
  return (letters.match(/.{4}/g) ?? []).join(':');
}
