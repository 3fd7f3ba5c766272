/** A real registry of images (Docker's distribution, as Debian packages it) for tests. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = '/usr/bin/docker-registry';

export interface TestRegistry {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TestRegistryOptions {
  /** Whose tokens the registry accepts: it sends clients to `realm`. */
  readonly tokens?: {
    readonly realm: string;
    readonly service: string;
    readonly issuer: string;
    readonly certificate: string;
  };
}

/** Whether this machine has a registry. Without one, tests that need it do not run. */
export const hasRegistry = (): boolean => existsSync(PROGRAM);

/** Starts a registry without images on a free port. */
export async function startRegistry({ tokens }: TestRegistryOptions = {}): Promise<TestRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'kushk-registry-'));
  const certificate = join(folder, 'certificate.pem');
  if (tokens !== undefined) await writeFile(certificate, tokens.certificate);
  // JSON is YAML.
  const configuration = {
    version: 0.1,
    log: { level: 'info', formatter: 'text' },
    storage: { filesystem: { rootdirectory: join(folder, 'data') }, delete: { enabled: true } },
    http: { addr: '127.0.0.1:0' },
    ...(tokens !== undefined && {
      auth: {
        token: {
          realm: tokens.realm,
          service: tokens.service,
          issuer: tokens.issuer,
          rootcertbundle: certificate,
        },
      },
    }),
  };
  const file = join(folder, 'registry.json');
  await writeFile(file, JSON.stringify(configuration));
  const child = spawn(PROGRAM, ['serve', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const output: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    // The lines must be read on, or the registry would wait when the pipe is full.
    createInterface(child.stderr).on('line', (line) => {
      if (output.length < 20) output.push(line);
      const listening = /listening on 127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (listening !== undefined) resolve(listening);
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`the registry did not start: ${output.join('\n')}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
