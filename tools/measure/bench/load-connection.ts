import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpCall } from './http-load.js';

const HEAD_END = '\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)\r\n/i;
const FIRST_ERROR_STATUS = 300;
const NO_CONTENT = 204;

/**
 * A connection to a server that sends one request after the other. The load of a benchmark shares the processors with
 * the system that it measures: a client such as undici takes twice as much of them, which is a tenth of a charge. It
 * reads only what the measured routes respond with, a response with a `content-length`.
 */
export class LoadConnection {
  private received = '';
  private settle: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;

  private constructor(
    private readonly socket: Socket,
    private readonly host: string,
  ) {
    // One character per byte.
    socket.setEncoding('latin1');
    socket.setNoDelay(true);
    socket.on('data', (chunk: string) => this.receive(chunk));
    socket.on('error', (error) => this.settle?.reject(error));
    socket.on('close', () => this.settle?.reject(new Error('the server closed the connection')));
  }

  static async open(origin: string): Promise<LoadConnection> {
    const { hostname, port, host } = new URL(origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new LoadConnection(socket, host);
  }

  /** Resolves when the response has arrived, and rejects when it is an error. Call it again only then. */
  send({ method, path, headers = {}, body = '' }: HttpCall): Promise<void> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.host}\r\n`;
    for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
    if (body !== '') text += `content-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('the server has closed the connection'));
      this.settle = { resolve, reject };
      this.socket.write(`${text}\r\n${body}`);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private receive(chunk: string): void {
    this.received += chunk;
    const end = this.received.indexOf(HEAD_END);
    if (end < 0) return;
    const status = Number(this.received.slice(9, 12));
    const length = status === NO_CONTENT ? '0' : LENGTH.exec(this.received)?.[1];
    if (length === undefined) return this.end(new Error(`the response has no content-length: ${this.received}`));
    if (this.received.length < end + HEAD_END.length + Number(length)) return;
    this.end(status < FIRST_ERROR_STATUS ? null : new Error(`the server responded with ${this.received}`));
  }

  private end(error: Error | null): void {
    const { settle } = this;
    this.received = '';
    this.settle = null;
    if (error === null) settle?.resolve();
    else settle?.reject(error);
  }
}
