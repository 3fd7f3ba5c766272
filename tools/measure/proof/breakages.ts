/** What breaks in a running fleet of a hub and one instance, each part in a way that can be mended. */
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { rmSync, writeFileSync } from 'node:fs';
import { environmentOfProcess, targetOf, type Target } from '@kushk/testing';
import pg from 'pg';
import { apiClient } from '../../run/seed/api.js';
import { readProcessFile } from '../bench/processes.js';
import type { WholeFleet } from '../bench/whole-system.js';
import { pidWith, takeDown, whileStopped } from './restored-servers.js';
import { fillWith, mount, unmount } from './small-disk.js';

export interface Breakage {
  readonly name: string;
  /** The alert that it raises. */
  readonly alert: string;
  /** Breaks the part, and returns what mends it. */
  readonly cause: () => Promise<() => unknown>;
}

const dayS = 86_400;

/** A plugin, and the files that the node exporter of a server reads, in one HTTP server. */
export interface Surroundings {
  readonly server: Server;
  readonly address: string;
  backupAgeS: number;
}

export async function startSurroundings(): Promise<Surroundings> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      const at = Math.round(Date.now() / 1_000 - around.backupAgeS);
      const lines = ['hub', 'i1'].map(
        (scope) => `kushk_backup_last_success_timestamp_seconds{scope="${scope}"} ${at}\n`,
      );
      response.writeHead(200, { 'content-type': 'text/plain' }).end(lines.join(''));
    } else request.resume().once('end', () => response.writeHead(200).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const around: Surroundings = { server, address, backupAgeS: 3_600 };
  return around;
}

const postgresFolder = ({ dataDir, fleet }: WholeFleet): string => `${dataDir}/${fleet.instances[0]!.id}/postgres`;

/** Moves PostgreSQL of the instance to a disk that can be filled, which needs root. Returns what removes the disk. */
export async function onSmallDisk(whole: WholeFleet): Promise<() => void> {
  const folder = postgresFolder(whole);
  await whileStopped(whole.pids(), [['-D', `${folder}/data`]], () => mount(folder));
  return () => unmount(folder);
}

/** What Prometheus scrapes of a fleet. */
export function targetsOf({ pids }: WholeFleet, { address }: Surroundings): readonly Target[] {
  const found = pids().flatMap((pid) => targetOf(pid) ?? []);
  return [...new Map(found.map((target) => [target.address, target])).values(), { job: 'node', address, labels: {} }];
}

export function breakagesOf(whole: WholeFleet, around: Surroundings): readonly Breakage[] {
  const [instance] = whole.fleet.instances;
  const scope = instance!.id;
  const folder = `${whole.dataDir}/${scope}`;
  const pidOf = (service: string): number => {
    const found = whole.pids().find((pid) => {
      const labels = targetOf(pid)?.labels;
      return labels?.['scope'] === scope && labels['service'] === service;
    });
    if (found === undefined) throw new Error(`${service} does not run`);
    return found;
  };
  const signalled = (service: string, signal: NodeJS.Signals, mend: NodeJS.Signals) => () => {
    const pid = pidOf(service);
    process.kill(pid, signal);
    return Promise.resolve(() => process.kill(pid, mend));
  };
  return [
    {
      name: 'NATS is down',
      alert: 'KushkNatsDown',
      cause: () => takeDown([pidWith(whole.pids(), '-c', `${folder}/nats/nats.conf`)]),
    },
    {
      name: 'PostgreSQL is down',
      alert: 'KushkPostgresDown',
      cause: () => takeDown([pidWith(whole.pids(), '-D', `${folder}/postgres/data`)]),
    },
    {
      name: 'the disk of PostgreSQL is full',
      alert: 'KushkPostgresStoresNothing',
      cause: () => {
        const ballast = `${postgresFolder(whole)}/ballast`;
        fillWith(ballast);
        return Promise.resolve(() => rmSync(ballast));
      },
    },
    { name: 'a process hangs', alert: 'KushkProcessDown', cause: signalled('wallet', 'SIGSTOP', 'SIGCONT') },
    {
      name: 'a transaction stays open, so no relay goes on',
      alert: 'KushkRelayLag',
      cause: () => openTransaction(environmentOfProcess(pidOf('wallet'))['KUSHK_DATABASE_URL']),
    },
    {
      name: 'a clock is an hour ahead',
      alert: 'KushkClockWrong',
      cause: signalled('workspace', 'SIGUSR2', 'SIGUSR2'),
    },
    { name: 'the hub refuses the link', alert: 'KushkHubUnreachable', cause: () => rotateLink(whole, scope) },
    {
      name: 'the sign-in provider is down',
      alert: 'KushkSignInDown',
      cause: () => takeDown(whole.pids().filter((pid) => /run\/sign-in\//.test(readProcessFile(pid, 'cmdline')))),
    },
    {
      name: 'the last backup is two days old',
      alert: 'KushkBackupTooOld',
      cause: () => {
        around.backupAgeS = 2 * dayS;
        return Promise.resolve(() => (around.backupAgeS = 3_600));
      },
    },
  ];
}

/** Of another application: the services and their databases limit how long a transaction may idle. */
async function openTransaction(connectionString = ''): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('set idle_in_transaction_session_timeout = 0');
  await client.query('begin');
  await client.query('select pg_current_xact_id()');
  return () => client.end();
}

/** The hub accepts only new credentials. The instance gets them when the link is mended. */
async function rotateLink({ fleet, dataDir }: WholeFleet, id: string): Promise<() => void> {
  const operator = apiClient(`${fleet.hub.base_url}/operator/v1`, fleet.staff.operator_token);
  const { link } = await operator.post<{ link: { credentials: string } }>(`/instances/${id}/rotate`);
  return () => writeFileSync(`${dataDir}/${id}/nats/link.creds`, link.credentials);
}
