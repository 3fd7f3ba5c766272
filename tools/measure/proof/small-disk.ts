/** PostgreSQL on a file system of its own, which a proof fills. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, renameSync, mkdirSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { startOwnPostgres } from '../../run/start/servers.js';
import { hostOf, openNats, type OpenServers } from './replicated-servers.js';

const freeMib = 128;
const chunk = Buffer.alloc(64 * 1024);

export interface SmallDisk {
  /** Mounts the file system, which only root can. */
  readonly openServers: OpenServers;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  empty(): void;
}

export function smallDisk(): SmallDisk {
  let ballast = '';
  return {
    openServers: async (dataDir, options) => {
      const { addresses, secrets, logFile } = options;
      const folder = join(dataDir, 'postgres');
      mount(folder);
      ballast = join(folder, 'ballast');
      try {
        // A server that ends because it cannot write its log is started again, as a service manager does.
        const postgres = await startOwnPostgres({
          dataDir,
          logDir: dirname(logFile('postgres')),
          port: addresses.postgresPort,
          password: secrets.postgresPassword,
          settings: { max_connections: '400', max_wal_size: '48MB', min_wal_size: '32MB' },
          report: () => undefined,
        });
        const nats = await openNats(dataDir, { ...options, lines: [] });
        return {
          postgres: { url: () => postgres.url, hosts: [new URL(postgres.url).host] },
          nats: { hosts: [hostOf(nats)], copies: 1 },
          stop: async () => {
            await Promise.all([postgres.stop(), nats.stop()]);
            unmount(folder);
          },
        };
      } catch (error) {
        unmount(folder);
        throw error;
      }
    },
    fill: () => fillWith(ballast),
    empty: () => rmSync(ballast),
  };
}

/** Writes a file until its file system is full. */
export function fillWith(ballast: string): void {
  const file = openSync(ballast, 'w');
  try {
    for (;;) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Moves a folder to a new file system with some space. */
export function mount(folder: string): void {
  const before = `${folder}-before`;
  renameSync(folder, before);
  const usedKib = Number(execFileSync('du', ['-sk', before], { encoding: 'utf8' }).split('\t')[0]);
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${usedKib + freeMib * 1024}k`, 'kushk-small-disk', folder]);
  execFileSync('cp', ['-a', `${before}/.`, folder]);
  rmSync(before, { recursive: true });
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}
