/** The parts of a fleet under test: NATS servers, services and gateways, each with start and stop. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { BrokerConnection, createStreams, resetStreams } from '@kushk/broker';
import { natsUserName, streamsUser, type NatsRole } from '@kushk/contracts';
import { freePort, startNats, type NatsTopology, type RunningServer } from '@kushk/embedded';
import { createService, readConfig, type ProcessName } from '@kushk/runtime';
import { freshDatabase } from '@kushk/testing';
import type { Type } from '@nestjs/common';
import { createGateway } from '../../../gateway/src/create-gateway.js';

/** A server, service or gateway that can be stopped and restarted without losing its data. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
}
export interface GatewayPart extends Part {
  port(): number;
}
export interface NatsPart extends Part {
  readonly logFile: string;
  /** The environment variables with which a service logs in as its own NATS user. */
  login(service: NatsRole): Environment;
  /** A connection as the NATS user of a service. */
  link(service: NatsRole): Promise<BrokerConnection>;
  /** What an operator does when a stream has a message that the log does not have. */
  reset(): Promise<void>;
}
export interface ServiceProcess extends Part {
  readonly databaseUrl: string;
  /** Stops the service and starts it again with these environment variables added. */
  restart(environment: Environment): Promise<void>;
}

/** The functions that stop the parts, in the order in which the parts were started. */
export type Ends = (() => Promise<unknown> | unknown)[];
export type Environment = Readonly<Record<string, string>>;

/** Starts a gateway in this process on a free port. */
export async function startGateway(
  role: 'hub' | 'instance',
  environment: Environment,
  ends: Ends,
): Promise<GatewayPart> {
  let app: Awaited<ReturnType<typeof createGateway>> | null = null;
  const part = {
    start: async () => {
      app = await createGateway(readConfig({ ...environment, KUSHK_SERVICE: 'gateway', KUSHK_ROLE: role }));
      await app.listen(0, '127.0.0.1');
    },
    stop: async () => {
      await app?.close();
      app = null;
    },
    port: () => (app!.getHttpServer().address() as AddressInfo).port,
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

/** The address and the credentials with which a service logs in to the server at `address`. */
export type NatsLogin = (address: string, service: NatsRole) => { readonly url: string; readonly credentials: string };

/** Starts a NATS server on a free port; its files are in `folder`. */
export async function startNatsPart(
  folder: string,
  { topology, login }: { readonly topology: NatsTopology; readonly login: NatsLogin },
  ends: Ends,
) {
  mkdirSync(folder);
  const port = await freePort();
  const address = `nats://127.0.0.1:${port}`;
  let running: RunningServer | null = null;
  let now = topology;
  const [storeDir, logFile] = [join(folder, 'store'), join(folder, 'nats.log')];
  const part = {
    logFile,
    start: async () => void (running = await startNats({ storeDir, logFile, port, topology: now })),
    stop: async () => {
      await running?.stop();
      running = null;
    },
    reconfigure: (next: NatsTopology) => {
      now = next;
      for (const [name, text] of Object.entries(next.files ?? {}))
        writeFileSync(join(storeDir, name), text, { mode: 0o600 });
    },
    forgetAccounts: async () => {
      await part.stop();
      rmSync(join(storeDir, 'accounts'), { recursive: true });
      await part.start();
    },
    login: (service: NatsRole): Environment => {
      const { url, credentials } = login(address, service);
      return { KUSHK_NATS_URL: url, KUSHK_NATS_CREDENTIALS: credentials };
    },
    link: (service: NatsRole) => {
      const { url, credentials } = login(address, service);
      return BrokerConnection.connect(url, natsUserName({ scope: topology.serverName, role: service }), credentials);
    },
    reset: () => resetStreams({ ...login(address, streamsUser), scope: topology.serverName }),
  };
  await part.start();
  ends.push(part.stop);
  const { url, credentials } = login(address, streamsUser);
  await createStreams({ url, credentials, scope: topology.serverName });
  return part;
}

/** Starts a service in this process with its own database. */
export async function startServiceProcess(
  {
    name,
    module,
    environment,
  }: { readonly name: ProcessName; readonly module: Type; readonly environment: Environment },
  ends: Ends,
): Promise<ServiceProcess> {
  const database = await freshDatabase(name);
  ends.push(() => database.drop());
  let app: Awaited<ReturnType<typeof createService>> | null = null;
  let now = environment;
  const part = {
    databaseUrl: database.url,
    start: async () => {
      app = await createService(module, readConfig({ ...now, KUSHK_SERVICE: name, KUSHK_DATABASE_URL: database.url }));
      await app.listen();
    },
    stop: async () => {
      await app?.close();
      app = null;
    },
    restart: async (more: Environment) => {
      now = { ...now, ...more };
      await part.stop();
      await part.start();
    },
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

/** Combines several parts into one that starts and stops them all. */
export function together(parts: readonly Part[]): Part {
  return {
    start: async () => void (await Promise.all(parts.map((part) => part.start()))),
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
  };
}
