import type { NatsConnection } from '@nats-io/nats-core';

interface Message {
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly reply: string;
}

/**
 * Writes all messages of one event-loop turn to the socket together. By itself the NATS client writes after every
 * callback. Under load that costs one system call per request and reply. It also wakes the receiver for each message,
 * so that work which could be batched is processed and committed separately.
 */
export class WriteBuffer {
  private pending: Message[] = [];

  constructor(private readonly connection: NatsConnection) {}

  /** Throws `RangeError` for a payload above the server's limit, without sending anything. */
  send(subject: string, payload: Uint8Array, reply: string): void {
    const limit = this.connection.info?.max_payload;
    if (limit !== undefined && payload.length > limit)
      throw new RangeError(`NATS accepts ${limit} bytes, not ${payload.length}`);
    this.pending.push({ subject, payload, reply });
    if (this.pending.length === 1) setImmediate(() => this.flush());
  }

  /**
   * Sends the pending messages. On a closed connection it drops them, because closing has already failed their
   * requests.
   */
  flush(): void {
    const messages = this.pending;
    this.pending = [];
    if (this.connection.isClosed()) return;
    for (const { subject, payload, reply } of messages)
      this.connection.publish(subject, payload, reply === '' ? {} : { reply });
  }
}
