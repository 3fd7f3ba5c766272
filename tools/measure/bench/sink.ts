/** The receiver of deliveries, `apps/delivery/test/sink.mjs`, in its own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Sink {
  readonly port: number;
  /** The number of requests that it has received. */
  requests(): Promise<number>;
  stop(): Promise<void>;
}

export async function startSink(): Promise<Sink> {
  const program = fileURLToPath(new URL('../../../apps/delivery/test/sink.mjs', import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout }))
    return {
      port: Number(line),
      requests: async () => Number(await (await fetch(`http://127.0.0.1:${line}/`)).text()),
      stop: async () => {
        child.stdin.end();
        await once(child, 'exit');
      },
    };
  throw new Error(`the sink ended with code ${String(child.exitCode)} and without output`);
}
