import { ConfigError, firstConnection, log, readVariable, registerSharedCheck } from '@kushk/runtime';
import { inboxPrefix } from '@kushk/contracts';
import { connect } from '@nats-io/transport-node';
import { createInbox, type NatsConnection } from '@nats-io/nats-core';
import { requiredPayloadBytes } from '../limits.js';
import { connectionOptions, credentialsText } from './connection-options.js';
import { WriteBuffer } from './write-buffer.js';

type Listener = () => void;

/** How long one server may take to accept the first connection. */
const connectTimeoutMs = 4_000;

/** Throws when the server accepts only smaller messages than the services send: its configuration is wrong. */
function checkPayloadLimit({ info }: NatsConnection): void {
  const limit = info?.max_payload ?? requiredPayloadBytes;
  if (limit < requiredPayloadBytes)
    throw new ConfigError(
      `max_payload of NATS is ${limit} bytes and must be at least ${requiredPayloadBytes}: set max_payload: 8MB`,
    );
}

/**
 * The NATS connection of a process. It reconnects forever, and the client restores its subscriptions. Code whose
 * state does not survive a disconnect registers listeners with `onDisconnect` and `onReconnect`.
 */
export class BrokerConnection {
  private isUp = true;
  private readonly disconnectListeners: Listener[] = [];
  private readonly reconnectListeners: Listener[] = [];
  private readonly unregisterCheck: () => void;
  private readonly writes: WriteBuffer;

  private constructor(
    readonly nats: NatsConnection,
    private readonly inboxPrefix: string,
    requireLogin: () => void,
  ) {
    this.writes = new WriteBuffer(nats);
    this.unregisterCheck = registerSharedCheck('nats', () => {
      requireLogin();
      if (!this.isUp) throw new Error('no connection');
      checkPayloadLimit(nats);
    });
    void this.watchStatus();
  }

  /**
   * Connects and waits indefinitely until a server accepts the connection; see `firstConnection` for what is said
   * meanwhile, and `connectionOptions` for the arguments. Rejects with `ConfigError` when the server's
   * `max_payload` is too low.
   */
  static async connect(address: string, name: string, credentials = ''): Promise<BrokerConnection> {
    const options = { ...connectionOptions(address, name, credentials), timeout: connectTimeoutMs };
    const nats = await firstConnection({ name: 'nats', variable: 'KUSHK_NATS_URL' }, () => connect(options));
    try {
      checkPayloadLimit(nats);
    } catch (error) {
      await nats.close();
      throw error;
    }
    return new BrokerConnection(nats, inboxPrefix(name), () => {
      readVariable('KUSHK_NATS_URL');
      if (credentials !== '') credentialsText(credentials);
    });
  }

  /** A new subject for replies, below the prefix on which this connection may receive them. */
  newInbox(): string {
    return createInbox(this.inboxPrefix);
  }

  get up(): boolean {
    return this.isUp;
  }

  /**
   * Sends a request or a reply together with all other messages of this event-loop turn. Throws `RangeError` when the
   * message is too large for NATS.
   */
  send(subject: string, payload: Uint8Array, reply = ''): void {
    this.writes.send(subject, payload, reply);
  }

  /** Calls `work` once, at the end of this event-loop turn and before its messages are sent. It may send messages. */
  beforeSending(work: () => void): void {
    this.writes.beforeWrite(work);
  }

  onDisconnect(listener: Listener): void {
    this.disconnectListeners.push(listener);
  }

  onReconnect(listener: Listener): void {
    this.reconnectListeners.push(listener);
  }

  /** Sends the buffered messages and closes the connection. */
  async close(): Promise<void> {
    this.unregisterCheck();
    this.writes.flush();
    if (this.isUp) await this.nats.flush().catch(() => undefined);
    await this.nats.close();
  }

  private async watchStatus(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'disconnect') this.setUp(false);
      if (status.type === 'reconnect') this.setUp(true);
      if (status.type === 'error') log.warn({ err: status.error }, 'nats reported an error');
    }
  }

  private setUp(up: boolean): void {
    if (this.isUp === up) return;
    this.isUp = up;
    log[up ? 'info' : 'warn'](up ? 'nats reconnected' : 'nats disconnected');
    for (const listener of up ? this.reconnectListeners : this.disconnectListeners) listener();
  }
}
