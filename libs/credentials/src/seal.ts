/**
 * Encryption of values that must be readable again (signing secrets, undelivered tokens, lifecycle bodies): JWE in
 * compact form, only `dir` with A256GCM, with the key identified by `kid`. The protected header authenticates the
 * context (kind and owner of the value), so a sealed value cannot be moved to another row or use.
 */
import { randomBytes } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/**
 * One of `KUSHK_SEALING_KEYS`: 32 bytes in base64url. The first key of the list seals values; every key of the list
 * unseals them.
 */
export interface SealingKey {
  readonly kid: string;
  readonly k: string;
}

/** Thrown when the value was changed, or was sealed for another context or with a key that is not in the list. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const ALGORITHM = 'dir';
const ENCRYPTION = 'A256GCM';
const KEY_BYTES = 32;

/** Creates a key for `KUSHK_SEALING_KEYS`. */
export function newSealingKey(): SealingKey {
  return { kid: randomBytes(6).toString('base64url'), k: randomBytes(KEY_BYTES).toString('base64url') };
}

/** Seals a JSON value with the first key, e.g. `seal(keys, { secret }, 'signing-secret:ins_…')`. */
export async function seal(keys: readonly SealingKey[], value: object, context: string): Promise<string> {
  const [current] = keys;
  if (current === undefined) throw new RangeError('there is no sealing key');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, kid: current.kid, ctx: context })
    .encrypt(keyBytes(current));
}

/**
 * Unseals a value that `seal` sealed for the same context. Otherwise throws `SealBroken`, whose message never
 * contains the value.
 */
export async function unseal<Value extends object = Record<string, unknown>>(
  keys: readonly SealingKey[],
  sealed: string,
  context: string,
): Promise<Value> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(
      sealed,
      (header) => {
        const key = keys.find((candidate) => candidate.kid === header.kid);
        if (key === undefined || header.zip !== undefined) throw new SealBroken('sealed with an unknown key');
        return keyBytes(key);
      },
      { keyManagementAlgorithms: [ALGORITHM], contentEncryptionAlgorithms: [ENCRYPTION] },
    );
    if (protectedHeader.ctx !== context) throw new SealBroken('sealed for another context');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext)) as Value;
  } catch (error) {
    throw error instanceof SealBroken ? error : new SealBroken('the value cannot be unsealed');
  }
}

function keyBytes(key: SealingKey): Uint8Array {
  const bytes = Buffer.from(key.k, 'base64url');
  if (bytes.length !== KEY_BYTES) throw new RangeError(`sealing key ${key.kid} must have ${KEY_BYTES} bytes`);
  return bytes;
}
