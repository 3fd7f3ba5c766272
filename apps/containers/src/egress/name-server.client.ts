/**
 * The name server of one container. It knows the declared names and passes no question on, so that questions carry
 * nothing out. Every other name does not exist.
 */
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { answerTo, type NameAnswers } from './name-answer.js';
import { QuestionRate } from './question-rate.js';

const MAX_TCP_CONNECTIONS = 16;
const TCP_IDLE_MS = 10_000;
const MAX_QUESTION_BYTES = 512;
/** A container that asks without reading its answers loses its connection at this size. */
const MAX_UNREAD_BYTES = 65_536;
const LENGTH_BYTES = 2;

export interface NameServerOptions extends NameAnswers {
  /** A question over UDP above the rate, which has no answer. */
  readonly onDropped: () => void;
}

export class NameServer {
  private readonly tcpSockets = new Set<Socket>();

  private constructor(
    private readonly udp: DatagramSocket,
    private readonly tcp: Server,
  ) {}

  /** `port`: the same one for both protocols, or 0 for two that are free. */
  static async listen(address: string, options: NameServerOptions, port = 0): Promise<NameServer> {
    const udp = createSocket('udp4');
    const server = new NameServer(udp, createServer());
    const rate = new QuestionRate(performance.now());
    udp.on('message', (message, { address: from, port }) => {
      if (!rate.take(performance.now())) return options.onDropped();
      const answer = answerTo(message, options);
      if (answer !== null) udp.send(answer, port, from, () => undefined);
    });
    server.tcp.on('connection', (socket) => server.serve(socket, options));
    server.tcp.maxConnections = MAX_TCP_CONNECTIONS;
    await new Promise<void>((resolve, reject) => {
      udp.once('error', reject);
      udp.bind(port, address, () => {
        udp.removeListener('error', reject);
        resolve();
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.tcp.once('error', reject);
      server.tcp.listen(port, address, () => {
        server.tcp.removeListener('error', reject);
        resolve();
      });
    });
    udp.on('error', () => undefined);
    server.tcp.on('error', () => undefined);
    udp.unref();
    server.tcp.unref();
    return server;
  }

  get udpPort(): number {
    return this.udp.address().port;
  }

  get tcpPort(): number {
    return (this.tcp.address() as AddressInfo).port;
  }

  close(): void {
    this.udp.close();
    this.tcp.close();
    for (const socket of this.tcpSockets) socket.destroy();
  }

  /** Over TCP each message has its length before it. */
  private serve(socket: Socket, options: NameAnswers): void {
    this.tcpSockets.add(socket);
    socket.once('close', () => this.tcpSockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setTimeout(TCP_IDLE_MS, () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= LENGTH_BYTES) {
        const end = LENGTH_BYTES + received.readUInt16BE(0);
        if (end > LENGTH_BYTES + MAX_QUESTION_BYTES) return void socket.destroy();
        if (received.length < end) return;
        const answer = answerTo(received.subarray(LENGTH_BYTES, end), options);
        received = received.subarray(end);
        if (answer === null || socket.writableLength > MAX_UNREAD_BYTES) return void socket.destroy();
        const length = Buffer.alloc(LENGTH_BYTES);
        length.writeUInt16BE(answer.length);
        socket.write(Buffer.concat([length, answer]));
      }
    });
  }
}
