import { log } from '@kushk/runtime';
import type { Msg, Subscription } from '@nats-io/nats-core';
import type { BrokerConnection } from '../../connection/broker-connection.js';
import type { ServiceAddress } from './messages.js';

/** The subscriptions of a process to requests, in the queue group of its service. */
export class ServiceSubscriptions {
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly connection: BrokerConnection,
    private readonly owner: ServiceAddress,
  ) {}

  /** `subject` has no scope. */
  add(subject: string, receive: (message: Msg) => void): void {
    const { scope, service } = this.owner;
    const subscription = this.connection.nats.subscribe(`${scope}.${subject}`, {
      queue: service,
      callback: (error, message) => {
        if (error) log.warn({ request: subject, err: error }, 'requests are not received');
        else if (wasStored(message))
          log.error({ request: subject }, 'request dropped, JetStream published it and no gateway');
        else receive(message);
      },
    });
    this.subscriptions.push(subscription);
  }

  /** The server delivers no further messages. Resolves when all messages that it has delivered were received. */
  async drain(): Promise<void> {
    await Promise.all(this.subscriptions.map((one) => one.drain().catch(() => undefined)));
  }
}

/**
 * Whether JetStream published the message, and not a gateway. Only gateways may publish to these subjects, but any
 * service can configure its own consumer, or name a reply subject, to let the server publish stored messages anywhere.
 * Such a message names its stream in a header or has an acknowledgement subject; a request of a gateway has neither.
 */
export function wasStored(message: Msg): boolean {
  return message.headers?.has('Nats-Stream') === true || (message.reply ?? '').startsWith('$JS.');
}
