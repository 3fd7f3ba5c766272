/** What the Kubernetes API answers: failures, and bodies of at most so many bytes. */
import type { ResponseContext } from '../../../../tools/check/kubernetes/client.mjs';

/** The status of a failure whose answer has more bytes than are read. */
export const TOO_LARGE = 413;

/** A request that failed for good. `status` is null when no answer came. */
export class ClusterError extends Error {
  override readonly name = 'ClusterError';
  constructor(
    message: string,
    readonly status: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Reads the body of an answer into memory. Rejects with `TOO_LARGE`, and reads no further, when it has more bytes. */
export async function readToEnd(answer: ResponseContext, maxBytes: number): Promise<ResponseContext> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body.stream() ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ClusterError(`the answer has more than ${maxBytes} bytes`, TOO_LARGE);
    chunks.push(chunk);
  }
  const read = Buffer.concat(chunks);
  answer.body = {
    text: () => Promise.resolve(read.toString('utf8')),
    binary: () => Promise.resolve(read),
    stream: () => new Blob([read]).stream(),
  };
  return answer;
}
