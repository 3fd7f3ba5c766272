/** The rivals: plain programs that are measured for comparison. Each is a process that prints its address. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Rival {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts `rivals/<name>.mjs`; `settings` are its environment. */
export async function startRival(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Rival> {
  const program = fileURLToPath(new URL(`rivals/${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  for await (const origin of createInterface({ input: child.stdout })) {
    return {
      origin,
      stop: async () => {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    };
  }
  throw new Error(`the rival ${name} did not start`);
}
