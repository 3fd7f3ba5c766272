import { registerCheck, log } from '@kushk/runtime';
import { readFileSync } from 'node:fs';
import { connect } from '@nats-io/transport-node';
import { credsAuthenticator, type ConnectionOptions, type NatsConnection } from '@nats-io/nats-core';
import { WriteBuffer } from './write-buffer.js';

const reconnectEveryMs = 250;
const jitterMs = 150;
const pingEveryMs = 10_000;
const unansweredPings = 2;

type Listener = () => void;

/** In a variable of the environment the last line end is easily lost, and the client would not know the end of the key without. */
function credentialsFrom(textOrPath: string): Uint8Array {
  return new TextEncoder().encode(
    `${textOrPath.startsWith('-----BEGIN') ? textOrPath : readFileSync(textOrPath, 'utf8')}\n`,
  );
}

/**
 * Where and as whom to connect, never to be given up. The address may carry user and password; `credentials` is the
 * text of a `.creds` file, or the path of one, which is read anew at each connection: it may have been renewed.
 */
export function connectionOptions(address: string, name: string, credentials = ''): ConnectionOptions {
  const url = new URL(address);
  return {
    servers: `${url.protocol}//${url.host}`,
    ...(url.username !== '' && { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }),
    ...(credentials !== '' && { authenticator: credsAuthenticator(() => credentialsFrom(credentials)) }),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    reconnectJitter: jitterMs,
    ignoreAuthErrorAbort: true,
    pingInterval: pingEveryMs,
    maxPingOut: unansweredPings,
  };
}

/**
 * The one connection of a process to NATS. It is never given up: lost, it is tried again every quarter of a
 * second, for ever; subscriptions come back with it. Who must know is told by `onDisconnect` and `onUp`.
 */
export class BrokerConnection {
  private isUp = true;
  private readonly down: Listener[] = [];
  private readonly back: Listener[] = [];
  private readonly forget: () => void;
  private readonly outbox: WriteBuffer;

  private constructor(readonly connection: NatsConnection) {
    this.outbox = new WriteBuffer(connection);
    this.forget = registerCheck('nats', () => {
      if (!this.isUp) throw new Error('no connection');
    });
    void this.watch();
  }

  /** Connects, waiting as long as it takes for a server to be there; `connectionOptions` says as whom. */
  static async connect(address: string, name: string, credentials = ''): Promise<BrokerConnection> {
    return new BrokerConnection(
      await connect({ ...connectionOptions(address, name, credentials), waitOnFirstConnect: true }),
    );
  }

  get up(): boolean {
    return this.isUp;
  }

  /** Sends a request or reply with what else this turn of the event loop sends. Throws at once where NATS cannot carry it. */
  send(subject: string, payload: Uint8Array, reply = ''): void {
    this.outbox.send(subject, payload, reply);
  }

  onDisconnect(listener: Listener): void {
    this.down.push(listener);
  }

  onReconnect(listener: Listener): void {
    this.back.push(listener);
  }

  /** Sends what is buffered and ends the connection. */
  async close(): Promise<void> {
    this.forget();
    this.outbox.flush();
    if (this.isUp) await this.connection.flush().catch(() => undefined);
    await this.connection.close();
  }

  private async watch(): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') this.turn(false);
      if (status.type === 'reconnect') this.turn(true);
      if (status.type === 'error') log.warn({ error: status.error }, 'nats refused something');
    }
  }

  private turn(up: boolean): void {
    if (this.isUp === up) return;
    this.isUp = up;
    log[up ? 'info' : 'warn'](up ? 'nats is back' : 'nats is away');
    for (const listener of up ? this.back : this.down) listener();
  }
}
