/**
 * Accepts the connections of one container to one destination and passes them on. Whom they reach is decided here for
 * each connection, so nothing depends on what the container believes about addresses.
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';

/** A container opens a few keep-alive connections; more are refused until some end. */
const MAX_CONNECTIONS = 64;
const IDLE_TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Where a connection goes: addresses in the order in which they are tried, or null when it is not allowed. */
export type FindTarget = () => Promise<{ readonly hosts: readonly string[]; readonly port: number } | null>;

export class Relay {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(private readonly findTarget: FindTarget) {
    // A program may end its request before the response has come.
    this.server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      this.keep(socket);
      void this.passOn(socket).catch(() => socket.destroy());
    });
    this.server.maxConnections = MAX_CONNECTIONS;
  }

  /** `port`: 0 for one that is free. */
  static async listen(address: string, findTarget: FindTarget, port = 0): Promise<Relay> {
    const relay = new Relay(findTarget);
    await new Promise<void>((resolve, reject) => {
      relay.server.once('error', reject);
      relay.server.listen(port, address, () => {
        relay.server.removeListener('error', reject);
        relay.server.on('error', () => undefined);
        resolve();
      });
    });
    relay.server.unref();
    return relay;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
  }

  private async passOn(fromContainer: Socket): Promise<void> {
    const target = await this.findTarget();
    const outgoing = target === null ? null : await this.connectToFirst(target.hosts, target.port);
    if (outgoing === null || fromContainer.destroyed) {
      outgoing?.destroy();
      // The container sees that the connection was reset, not that an empty reply has come.
      fromContainer.resetAndDestroy();
      return;
    }
    fromContainer.pipe(outgoing);
    outgoing.pipe(fromContainer);
    // Either end may break; the other one must not stay open.
    await Promise.race([broken(fromContainer), broken(outgoing), bothEnded(fromContainer, outgoing)]);
    fromContainer.destroy();
    outgoing.destroy();
  }

  private async connectToFirst(hosts: readonly string[], port: number): Promise<Socket | null> {
    for (const host of hosts) {
      const socket = await connected(host, port);
      if (socket === null) continue;
      this.keep(socket);
      return socket;
    }
    return null;
  }
}

function connected(host: string, port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, timeout: CONNECT_TIMEOUT_MS });
    const fail = (): void => {
      socket.destroy();
      resolve(null);
    };
    socket.once('timeout', fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.removeListener('timeout', fail);
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}

function broken(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    finished(socket).catch(() => {
      resolve();
    });
  });
}

async function bothEnded(...sockets: readonly Socket[]): Promise<void> {
  await Promise.all(sockets.map((socket) => finished(socket)));
}
