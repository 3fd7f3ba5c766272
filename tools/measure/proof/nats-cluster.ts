/** Three NATS servers in a cluster, which a proof kills and starts again. */
import { join } from 'node:path';
import { streamsUser } from '@kushk/contracts';
import { natsUrlOf, sharedTopology, startNats, type RunningServer } from '@kushk/embedded';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { eventually } from './delivery-system.js';
import { openPostgres, hostOf, type OpenServers, type ServerOptions } from './replicated-servers.js';

const servers = [1, 2, 3] as const;
const ledWithinMs = 60_000;

export interface NatsCluster {
  readonly openServers: OpenServers;
  /** The number of the server that leads a stream, from 0. */
  leaderOf(stream: string): Promise<number>;
  /** Ends a server as a crash of its host does. */
  kill(server: number): Promise<void>;
  /** Suspends a server (SIGSTOP) while `work` runs. Its connections stay open. */
  whileHanging(server: number, work: () => Promise<void>): Promise<void>;
  /** Starts servers that were killed, so that all run, and waits until all copies of the stream are current. */
  restart(servers: readonly number[], stream: string): Promise<void>;
}

export function natsCluster(): NatsCluster {
  const running: RunningServer[] = [];
  let start: (server: number) => Promise<RunningServer> = () => Promise.reject(new Error('the cluster is not open'));
  let login = (url: string): string => url;
  const state = async (stream: string) => {
    const alive = running.filter(({ pid }) => isAlive(pid)).map(hostOf);
    const { username: user, password: pass } = new URL(login(running[0]?.url ?? ''));
    const nats = await connect({ servers: alive, user, pass, inboxPrefix: `_INBOX.${user}` });
    try {
      const manager = await jetstreamManager(nats, { checkAPI: false });
      return (await manager.streams.info(stream)).cluster;
    } finally {
      await nats.close();
    }
  };
  const isCurrent = async (stream: string): Promise<boolean> => {
    const cluster = await state(stream).catch(() => undefined);
    return cluster?.leader !== undefined && (cluster.replicas ?? []).every(({ current }) => current);
  };
  return {
    leaderOf: async (stream) => {
      let leader: string | undefined;
      const isLed = async () => (leader = (await state(stream).catch(() => undefined))?.leader) !== undefined;
      await eventually(isLed, ledWithinMs);
      return Number(leader?.split('-')[1]) - 1;
    },
    kill: async (server) => {
      const { pid, crashed } = running[server]!;
      process.kill(pid, 'SIGKILL');
      await crashed;
    },
    whileHanging: async (server, work) => {
      const { pid } = running[server]!;
      process.kill(pid, 'SIGSTOP');
      try {
        await work();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    },
    restart: async (killed, stream) => {
      for (const server of killed) running[server] = await start(server);
      if (!(await eventually(() => isCurrent(stream), ledWithinMs))) throw new Error(`${stream} has no three copies`);
    },
    openServers: async (dataDir, options) => {
      start = await starterOf(dataDir, options);
      login = (url) =>
        natsUrlOf(url, {
          scope: options.addresses.instance.id,
          role: streamsUser,
          secret: options.secrets.natsSecret,
        });
      const [postgres, ...nats] = await Promise.all([
        openPostgres(dataDir, options),
        ...servers.map((_, index) => start(index)),
      ]);
      running.push(...nats);
      return {
        postgres: { url: () => postgres.url, hosts: [hostOf(postgres)] },
        nats: { hosts: running.map(hostOf), copies: servers.length },
        stop: async () => void (await Promise.all([...running, postgres].map((one) => one.stop()))),
      };
    },
  };
}

/** Each server has a name of its own, and the same cluster block but for its port. */
async function starterOf(dataDir: string, { addresses, secrets, logFile, nextPort }: ServerOptions) {
  const [ports, routes] = await Promise.all([
    Promise.all(servers.map(() => nextPort())),
    Promise.all(servers.map(() => nextPort())),
  ]);
  const topology = sharedTopology({ instances: [addresses.instance.id], secret: secrets.natsSecret });
  const others = JSON.stringify(routes.map((port) => `nats-route://127.0.0.1:${port}`));
  return (index: number): Promise<RunningServer> =>
    startNats({
      storeDir: join(dataDir, `nats-${index + 1}`),
      logFile: logFile(`nats-${index + 1}`),
      port: ports[index]!,
      topology: {
        ...topology,
        serverName: `kushk-${index + 1}`,
        lines: (folder) => [
          ...topology.lines(folder),
          `cluster { name: "kushk", listen: "127.0.0.1:${routes[index]}", routes: ${others} }`,
        ],
      },
    });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
