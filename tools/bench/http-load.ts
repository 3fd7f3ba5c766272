import { Pool } from 'undici';
import { underLoad, type Load, type LoadResult } from './callers.js';

/** 64 callers, each on a connection of its own. */
export const httpLoad: Load = { callers: 64, warmUpMs: 1_500, windowMs: 4_000 };

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends `call(number)` from all callers to one origin; any answer but a success ends the measurement with its text. */
export async function underHttpLoad(
  origin: string,
  call: (number: number) => HttpCall,
  load: Load = httpLoad,
): Promise<LoadResult> {
  const pool = new Pool(origin, { connections: load.callers, pipelining: 1 });
  try {
    return await underLoad(load, async (number) => {
      const { method, path, headers = {}, body } = call(number);
      const answer = await pool.request({ method, path, headers, ...(body !== undefined && { body }) });
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path} answered ${answer.statusCode}: ${await answer.body.text()}`);
      await answer.body.dump();
    });
  } finally {
    await pool.close();
  }
}
