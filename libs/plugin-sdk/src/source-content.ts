/** Encodes the content of a source for the API. */
import { open } from 'node:fs/promises';
import { MAX_SOURCE_BYTES, type NewSource } from './wire.generated.js';

/** Text, bytes, or the path of a file. */
export type SourceContent = string | Uint8Array | { readonly file: string };

/** A message or a document to bring in. */
export type SourceDraft = Omit<NewSource, 'content' | 'content_encoding' | 'occurred_at'> & {
  readonly content: SourceContent;
  /** When the message was written or the document was made; now by default. */
  readonly occurred_at?: string | Date;
};

/** Thrown before anything is sent, when the content is longer than `MAX_SOURCE_BYTES`. */
export class SourceTooLarge extends Error {
  override readonly name = 'SourceTooLarge';
}

/** Returns the request body. Reads at most one byte more than allowed of a file. */
export async function sourceBody({ content, occurred_at: at, ...source }: SourceDraft): Promise<NewSource> {
  const occurredAt = at ?? new Date();
  const encoded = await encode(content);
  return { ...source, ...encoded, occurred_at: typeof occurredAt === 'string' ? occurredAt : occurredAt.toISOString() };
}

async function encode(content: SourceContent): Promise<Pick<NewSource, 'content' | 'content_encoding'>> {
  if (typeof content === 'string') {
    requireLength(Buffer.byteLength(content));
    return { content, content_encoding: 'utf-8' };
  }
  const bytes = content instanceof Uint8Array ? content : await readBounded(content.file);
  requireLength(bytes.byteLength);
  const { buffer, byteOffset, byteLength } = bytes;
  return { content: Buffer.from(buffer, byteOffset, byteLength).toString('base64'), content_encoding: 'base64' };
}

async function readBounded(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    // A file can grow while it is read, so its size is not asked beforehand.
    const bytes = Buffer.alloc(MAX_SOURCE_BYTES + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

function requireLength(bytes: number): void {
  if (bytes > MAX_SOURCE_BYTES)
    throw new SourceTooLarge(`the content of a source has at most ${MAX_SOURCE_BYTES} bytes`);
}
