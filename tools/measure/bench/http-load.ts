import { underLoad, type Load, type LoadResult } from './callers.js';
import { LoadConnection } from './load-connection.js';

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
  const connections = await Promise.all(Array.from({ length: load.callers }, () => LoadConnection.open(origin)));
  const idle = [...connections];
  try {
    return await underLoad(load, async (number) => {
      const connection = idle.pop() as LoadConnection;
      await connection.send(call(number));
      idle.push(connection);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
