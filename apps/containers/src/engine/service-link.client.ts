/**
 * Lets each container reach the service and nothing else of this machine's loopback: its network has no way out, so the
 * connections that it opens to its gateway address are passed on to the service from here.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';

/** A container opens a few keep-alive connections; more are refused until some end. */
const MAX_CONNECTIONS = 64;
const IDLE_TIMEOUT_MS = 300_000;

interface OpenLink {
  readonly gateway: string;
  readonly server: Server;
  readonly sockets: Set<Socket>;
}

export class ServiceLink {
  private readonly servers = new Map<string, OpenLink>();
  private readonly target: { readonly host: string; readonly port: number };

  constructor(serviceOrigin: string) {
    const { hostname, port, protocol } = new URL(serviceOrigin);
    const fallback = protocol === 'https:' ? 443 : 80;
    this.target = { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? fallback : Number(port) };
  }

  /** Listens on the gateway address of an installation's network. Rejects while the network has no such address. */
  async open(installationId: string, gateway: string): Promise<void> {
    if (this.servers.get(installationId)?.gateway === gateway) return;
    this.close(installationId);
    // A program may end its request before the response has come.
    const sockets = new Set<Socket>();
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      this.passOn(socket);
    });
    server.maxConnections = MAX_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.target.port, gateway, () => {
        server.removeListener('error', reject);
        resolve();
      });
    });
    server.unref();
    server.on('error', () => {
      this.close(installationId);
    });
    this.servers.set(installationId, { gateway, server, sockets });
  }

  close(installationId: string): void {
    const link = this.servers.get(installationId);
    link?.server.close();
    for (const socket of link?.sockets ?? []) socket.destroy();
    this.servers.delete(installationId);
  }

  closeAll(): void {
    for (const installationId of this.servers.keys()) this.close(installationId);
  }

  private passOn(fromContainer: Socket): void {
    const toService = connect({ ...this.target, allowHalfOpen: true });
    for (const socket of [fromContainer, toService]) {
      socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy());
      socket.on('error', () => undefined);
    }
    fromContainer.pipe(toService);
    toService.pipe(fromContainer);
    // Either end may break; the other one must not stay open.
    void finished(fromContainer)
      .catch(() => undefined)
      .finally(() => toService.destroy());
    void finished(toService)
      .catch(() => undefined)
      .finally(() => fromContainer.destroy());
  }
}
