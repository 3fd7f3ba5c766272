import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const MIB = 1024 * 1024;
/** Appended to the key of a handshake (RFC 6455, section 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** A server like one in a container: real HTTP on loopback. Paths choose how it answers. */
export class ContainerServer {
  readonly received: { readonly method: string; readonly url: string; readonly headers: IncomingMessage['headers'] }[] =
    [];
  /** Bytes that the connections for `/large` have taken. */
  largeBytes = 0;
  /** Responses to `/large` that have not ended. */
  openLarge = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ContainerServer> {
    const server = createServer();
    const container = new ContainerServer(server);
    server.on('request', (request, response) => container.answer(request, response));
    server.on('upgrade', (request, socket) => container.upgrade(request, socket));
    server.on('connection', (socket) => {
      container.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => container.sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return container;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = request;
    this.received.push({ method, url, headers });
    switch (url.split('?', 1)[0]) {
      case '/cookies':
        response.writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': ['own=1; Domain=plugins.test; HttpOnly', 'other=2; SameSite=Strict'],
          'x-frame-options': 'DENY',
          'content-security-policy': "default-src 'self'; frame-ancestors *",
        });
        return void response.end('<h1>page</h1>');
      case '/events':
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: 1\n\n');
        return void response.once('close', () => undefined);
      case '/hang':
        return;
      case '/reset':
        return void request.socket.destroy();
      case '/nonsense':
        return void request.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx');
      case '/large':
        return this.sendLarge(response);
      case '/declared':
        response.writeHead(200, { 'content-length': String(100 * MIB) });
        return void response.end('x');
      case '/early':
        response.writeHead(413, { 'content-type': 'text/plain' });
        return void response.end('too much for me');
      default:
        return void this.echo(request, response);
    }
  }

  /** Answers with the number of bytes of the body, and its query. */
  private async echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let bytes = 0;
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) bytes += chunk.length;
    } catch {
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ method: request.method, url: request.url, bytes }));
  }

  /** 100 MiB without an announced length, as fast as they are taken. */
  private sendLarge(response: ServerResponse): void {
    this.openLarge += 1;
    response.once('close', () => (this.openLarge -= 1));
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const chunk = Buffer.alloc(64 * 1024);
    const send = (): void => {
      while (this.largeBytes < 100 * MIB && !response.destroyed) {
        this.largeBytes += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', send);
      }
      response.end();
    };
    send();
  }

  /** Accepts a WebSocket and sends each byte back, or refuses it with 403. */
  private upgrade(request: IncomingMessage, socket: Duplex): void {
    this.received.push({ method: 'GET', url: request.url ?? '', headers: request.headers });
    if (request.url === '/refuse')
      return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nSet-Cookie: ws=1; Domain=x\r\n\r\nno');
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64');
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accept}\r\nSet-Cookie: ws=1; Domain=plugins.test\r\n\r\n`,
    );
    socket.on('data', (frame: Buffer) => socket.write(unmasked(frame)));
  }
}

/** The frame of a client as the frame of a server: one short text, without its mask (RFC 6455, section 5.2). */
function unmasked(frame: Buffer): Buffer {
  const length = frame[1]! & 0x7f;
  const mask = frame.subarray(2, 6);
  const text = frame.subarray(6, 6 + length).map((byte, index) => byte ^ mask[index % 4]!);
  return Buffer.concat([Buffer.from([frame[0]!, length]), text]);
}
