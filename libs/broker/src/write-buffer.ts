import type { NatsConnection } from '@nats-io/nats-core';

interface Message {
  readonly subject: string;
  readonly payload: Uint8Array;
  readonly reply: string;
}

/**
 * What one turn of the event loop sends, written to the socket together. The client by itself writes after every
 * callback: under load that is one system call for each request and each reply, and, worse, the other side is woken
 * for each, so that what came together is handled apart, down to the commit.
 */
export class WriteBuffer {
  private waiting: Message[] = [];

  constructor(private readonly connection: NatsConnection) {}

  /** Throws a `RangeError` for more than the server takes; nothing is sent then. */
  send(subject: string, payload: Uint8Array, reply: string): void {
    const limit = this.connection.info?.max_payload;
    if (limit !== undefined && payload.length > limit)
      throw new RangeError(`NATS carries ${limit} bytes, not ${payload.length}`);
    this.waiting.push({ subject, payload, reply });
    if (this.waiting.length === 1) setImmediate(() => this.flush());
  }

  /** Sends what waits. On a connection that was closed nobody is there to be told: whoever asked has been told by the close. */
  flush(): void {
    const messages = this.waiting;
    this.waiting = [];
    if (this.connection.isClosed()) return;
    for (const { subject, payload, reply } of messages)
      this.connection.publish(subject, payload, reply === '' ? {} : { reply });
  }
}
