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

/** Sends `call(number)` from all callers to one origin. Rejects with the first unsuccessful response. */
export async function underHttpLoad(
  origin: string,
  call: (number: number) => HttpCall,
  load: Load = httpLoad,
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections: load.callers, pipelining: 1 });
  try {
    return await underLoad(load, async (number) => {
      const { method, path, headers = {}, body } = call(number);
      const response = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
      if (response.statusCode >= 300)
        throw new Error(`${method} ${path} returned ${response.statusCode}: ${await response.body.text()}`);
      await response.body.dump();
    });
  } finally {
    await pool.close();
  }
}
