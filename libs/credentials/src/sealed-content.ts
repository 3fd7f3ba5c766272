/**
 * The format of sealed content: a header, and segments that are encrypted on their own, so that a part of the content
 * can be read without the rest. Every content has a key of its own, derived from a key of `KUSHK_CONTENT_KEYS` and a
 * random salt, so that the number of a segment can be its nonce. The number, and whether the segment is the last one,
 * are authenticated: segments cannot be reordered, left out or moved to another content.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { SealBroken, type SealingKey } from './seal.js';

const CIPHER = 'aes-256-gcm';
const MAGIC = Buffer.from('KCS1');
const KEY_NAME_BYTES = 12;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Bytes before the first segment: magic, name of the key, salt. */
export const SEALED_HEADER_BYTES = MAGIC.length + KEY_NAME_BYTES + SALT_BYTES;

/** What content is sealed for: it opens only with the same organisation, digest and size. */
export interface SealedFor {
  readonly organisationId: string;
  readonly digest: string;
  /** Bytes of the content. */
  readonly size: number;
}
export interface SegmentRange {
  readonly start: number;
  readonly bytes: number;
}

/** Returns the header and the sealed segments, in order. */
export function* sealContent(
  key: SealingKey,
  content: Buffer,
  { sealedFor, segmentBytes }: { readonly sealedFor: SealedFor; readonly segmentBytes: number },
): Generator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([MAGIC, keyName(key), salt]);
  const contentKey = contentKeyOf(key, salt);
  const count = segmentCount(content.length, segmentBytes);
  for (let index = 0; index < count; index += 1) {
    const segment = content.subarray(index * segmentBytes, (index + 1) * segmentBytes);
    const cipher = createCipheriv(CIPHER, contentKey, nonceOf(index));
    cipher.setAAD(authenticated(sealedFor, index, index === count - 1));
    yield cipher.update(segment);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }
}

/** Where a sealed segment is in the stored object. */
export function sealedRange(index: number, size: number, segmentBytes: number): SegmentRange {
  const start = SEALED_HEADER_BYTES + index * (segmentBytes + TAG_BYTES);
  return { start, bytes: Math.min(segmentBytes, size - index * segmentBytes) + TAG_BYTES };
}

/** Opens one segment. Throws `SealBroken` when it was changed, or sealed for other content or with an unknown key. */
export function unsealSegment(
  keys: readonly SealingKey[],
  { header, segment }: { readonly header: Buffer; readonly segment: Buffer },
  { sealedFor, index, isLast }: { readonly sealedFor: SealedFor; readonly index: number; readonly isLast: boolean },
): Buffer {
  const named = header.subarray(MAGIC.length, MAGIC.length + KEY_NAME_BYTES);
  const key = keys.find((candidate) => keyName(candidate).equals(named));
  if (header.length !== SEALED_HEADER_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC) || key === undefined)
    throw new SealBroken('the content is sealed with an unknown key');
  try {
    const salt = header.subarray(MAGIC.length + KEY_NAME_BYTES);
    const decipher = createDecipheriv(CIPHER, contentKeyOf(key, salt), nonceOf(index));
    decipher.setAAD(authenticated(sealedFor, index, isLast));
    decipher.setAuthTag(segment.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(segment.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealBroken('the content cannot be unsealed');
  }
}

/**
 * Returns the name of content in the store: its digest, or when it is sealed a value that only the holder of the key
 * can compute. A reader of the disk could otherwise find out who has a known file.
 */
export function contentName(key: SealingKey | null, { organisationId, digest }: Omit<SealedFor, 'size'>): string {
  if (key === null) return digest;
  const secret = hkdfSync('sha256', keyBytes(key), Buffer.alloc(0), `content-name:${organisationId}`, KEY_BYTES);
  return createHash('sha256').update(Buffer.from(secret)).update(digest).digest('hex');
}

/** Returns the SHA-256 of content in lower-case hex. */
export function contentDigest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function segmentCount(size: number, segmentBytes: number): number {
  return Math.max(1, Math.ceil(size / segmentBytes));
}

function keyBytes(key: SealingKey): Buffer {
  return Buffer.from(key.k, 'base64url');
}

function keyName({ kid }: SealingKey): Buffer {
  return createHash('sha256').update(kid).digest().subarray(0, KEY_NAME_BYTES);
}

function contentKeyOf(key: SealingKey, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', keyBytes(key), salt, 'content', KEY_BYTES));
}

function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(index, NONCE_BYTES - 4);
  return nonce;
}

function authenticated({ organisationId, digest, size }: SealedFor, index: number, isLast: boolean): Buffer {
  return Buffer.from(`${organisationId}:${digest}:${size}:${index}:${isLast}`);
}
