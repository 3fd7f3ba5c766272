import { Pool } from 'undici';
import { underLoad, type Load, type LoadResult } from './callers.js';

/** Load from 64 callers, each on its own connection. */
export const httpLoad: Load = { callers: 64, warmUpMs: 1_500, windowMs: 4_000 };

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Sends `call(number)` from all callers to one origin. Rejects with the first unsuccessful response.
 *
 * The callers share the processors with the system, so they use the driver below `request`, which makes no stream of a
 * response.
 */
export async function underHttpLoad(
  origin: string,
  call: (number: number) => HttpCall,
  load: Load = httpLoad,
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections: load.callers, pipelining: 1 });
  try {
    return await underLoad(load, (number) => dispatched(pool, call(number)));
  } finally {
    await pool.close();
  }
}

/** Resolves when the response has ended. */
function dispatched(pool: Pool, { method, path, headers = {}, body }: HttpCall): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let text = '';
    pool.dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, statusCode) => {
          status = statusCode;
        },
        onResponseData: (_controller, chunk) => {
          if (status >= 300) text += chunk.toString();
        },
        onResponseEnd: () => {
          if (status >= 300) reject(new Error(`${method} ${path} returned ${status}: ${text}`));
          else resolve();
        },
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}
