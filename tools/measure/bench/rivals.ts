/**
 * Starts the rivals: simple programs that the system is compared with. Each runs in its own process and prints its
 * address.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Rival {
  readonly origin: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts `rivals/<name>.mjs` with `settings` as its environment variables. It ends with this process at the latest. */
export function startRival(name: string, settings: Readonly<Record<string, string>> = {}): Promise<Rival> {
  return startProgram(`rivals/${name}`, settings);
}

/** Starts `peers/<name>.mjs`, which uses the packages that `npm run bench` installs there. */
export function startPeer(name: string, settings: Readonly<Record<string, string>>): Promise<Rival> {
  return startProgram(`peers/${name}`, settings);
}

async function startProgram(name: string, settings: Readonly<Record<string, string>>): Promise<Rival> {
  const program = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings },
  });
  const end = (): void => void child.kill();
  process.once('exit', end);
  for await (const origin of createInterface({ input: child.stdout })) {
    return {
      origin,
      pid: child.pid ?? 0,
      stop: async () => {
        process.off('exit', end);
        end();
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      },
    };
  }
  throw new Error(`${name} did not start`);
}
