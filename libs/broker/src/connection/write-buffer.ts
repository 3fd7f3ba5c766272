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
  private readonly beforeWriting: (() => void)[] = [];
  private isScheduled = false;

  constructor(private readonly connection: NatsConnection) {}

  /** Throws `RangeError` for a payload above the server's limit, without sending anything. */
  send(subject: string, payload: Uint8Array, reply: string): void {
    const limit = this.connection.info?.max_payload;
    if (limit !== undefined && payload.length > limit)
      throw new RangeError(`NATS accepts ${limit} bytes, not ${payload.length}`);
    this.pending.push({ subject, payload, reply });
    this.schedule();
  }

  /** Calls `work` once, at the end of this turn and before its messages are written. It may send messages. */
  beforeWrite(work: () => void): void {
    this.beforeWriting.push(work);
    this.schedule();
  }

  /**
   * Sends the pending messages. On a closed connection it drops them, because closing has already failed their
   * requests.
   */
  flush(): void {
    for (let run = this.beforeWriting.shift(); run !== undefined; run = this.beforeWriting.shift()) run();
    const messages = this.pending;
    this.pending = [];
    this.isScheduled = false;
    if (this.connection.isClosed()) return;
    for (const { subject, payload, reply } of messages)
      this.connection.publish(subject, payload, reply === '' ? {} : { reply });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.flush());
  }
}
