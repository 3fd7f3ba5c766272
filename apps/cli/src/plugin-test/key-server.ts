/** A server on loopback that publishes keys: the hub, an instance, or one that no hub lists. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { issuerJwk, newSigningKey, type Jwk } from '@kushk/credentials';
import { usageFailure } from '../failure.js';
import { phrase } from '../phrase.js';

/** Who signs a lifecycle call: its origin publishes the key. */
export interface Issuer {
  readonly origin: string;
  readonly key: Jwk;
}
/** Longer than clients keep a connection: a busy server may end one with a request on its way, which is then lost. */
const KEEP_ALIVE_MS = 600_000;

type Respond = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export class KeyServer implements Issuer {
  readonly key: Jwk = newSigningKey();
  /** How often the keys were requested. */
  keyRequests = 0;
  private published: readonly Issuer[] = [this];

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /** Listens on loopback. Port 0 is any free port. Throws a usage failure when the port is taken. */
  static async start(port = 0): Promise<KeyServer> {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS });
    await new Promise<void>((resolve, reject) => {
      server.once('error', () => reject(usageFailure(phrase`port ${port} is taken: choose another one with --listen`)));
      server.listen(port, '127.0.0.1', resolve);
    });
    const keyServer = new KeyServer(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    keyServer.answerWith((_request, response) => response.writeHead(404).end());
    return keyServer;
  }

  /** Publishes the keys of other issuers instead of its own. */
  publish(issuers: readonly Issuer[]): void {
    this.published = issuers;
  }

  /** Answers every request but the one for the keys. */
  answerWith(respond: Respond): void {
    this.server.removeAllListeners('request');
    this.server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', this.origin);
      if (url.pathname !== '/.well-known/jwks.json') return respond(request, response, url);
      this.keyRequests += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      // An instance may sign only for its own origin.
      const keys = this.published.map(({ key, origin }) => issuerJwk(key, [origin]));
      response.end(JSON.stringify({ keys }));
    });
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
