import type { ControlType } from '@kushk/contracts';
import { log, type Config } from '@kushk/runtime';
import type { Msg } from '@nats-io/nats-core';
import type { BrokerConnection } from '../connection/broker-connection.js';
import { wasStored } from '../requests/messages/service-subscriptions.js';

/** The acknowledgements of one message. */
interface Acknowledgements {
  readonly add: (name: string) => void;
}

/**
 * Sends control messages to every gateway of this scope, and receives them in a gateway. They are stored nowhere: a
 * gateway that was disconnected has missed an unknown number of them.
 */
export class ControlChannel {
  private readonly acknowledgements = new Map<string, Acknowledgements>();
  /** Prefix of the subjects of acknowledgements; null until the first message that needs them. */
  private inbox: string | null = null;
  private count = 0;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly config: Pick<Config, 'scope'>,
  ) {}

  /** Sends a message to all gateways. Call it after the commit that it announces. Never rejects and never waits. */
  publish<Message>(type: ControlType<Message>, message: Message): void {
    this.connection.send(this.subjectOf(type), Buffer.from(JSON.stringify(message)));
  }

  /**
   * Sends a message to all gateways. Resolves with the names of the gateways that acknowledged it, as soon as all of
   * `receivers` have, and after `timeoutMs` at the latest. Never rejects.
   */
  publishAcknowledged<Message>(
    type: ControlType<Message>,
    message: Message,
    { receivers, timeoutMs }: { readonly receivers: readonly string[]; readonly timeoutMs: number },
  ): Promise<ReadonlySet<string>> {
    const inbox = this.acknowledgementInbox();
    const token = (++this.count).toString(36);
    return new Promise((resolve) => {
      const received = new Set<string>();
      const end = (): void => {
        clearTimeout(timer);
        this.acknowledgements.delete(token);
        resolve(received);
      };
      const timer = setTimeout(end, timeoutMs).unref();
      this.acknowledgements.set(token, {
        add: (name) => {
          received.add(name);
          if (receivers.every((one) => received.has(one))) end();
        },
      });
      this.connection.send(this.subjectOf(type), Buffer.from(JSON.stringify(message)), `${inbox}.${token}`);
    });
  }

  /**
   * Like `subscribe`, and acknowledges each message as `name` after `listener` has returned. The listener is called
   * with null after a disconnect as well, because messages are missed from then on.
   */
  subscribeAcknowledged<Message>(
    type: ControlType<Message>,
    name: string,
    listener: (message: Message | null) => void,
  ): void {
    this.subscribe(type, listener, name);
    this.connection.onDisconnect(() => listener(null));
  }

  /**
   * Calls `listener` with each message, and with null after a reconnect: messages may have been missed, so the listener
   * must forget everything that a message could have changed.
   */
  subscribe<Message>(
    type: Pick<ControlType<Message>, 'subject' | 'types'>,
    listener: (message: Message | null) => void,
    acknowledgeAs?: string,
  ): void {
    this.connection.nats.subscribe(this.subjectOf(type), {
      callback: (error, message) => {
        if (error) return log.warn({ subject: type.subject, err: error }, 'control messages are not received');
        if (wasStored(message))
          return log.error({ subject: type.subject }, 'control message dropped, JetStream published it');
        try {
          listener(message.json<Message>());
        } catch (failure) {
          log.error({ subject: type.subject, err: failure }, 'control message malformed');
          listener(null);
        }
        if (acknowledgeAs !== undefined && message.reply)
          this.connection.send(message.reply, Buffer.from(acknowledgeAs));
      },
    });
    this.connection.onReconnect(() => listener(null));
  }

  private acknowledgementInbox(): string {
    if (this.inbox !== null) return this.inbox;
    const inbox = this.connection.newInbox();
    this.connection.nats.subscribe(`${inbox}.*`, { callback: (_error, message) => this.acknowledge(inbox, message) });
    this.inbox = inbox;
    return inbox;
  }

  private acknowledge(inbox: string, message: Msg): void {
    // An empty message comes from the server: no gateway is connected.
    const name = message.string();
    if (name !== '') this.acknowledgements.get(message.subject.slice(inbox.length + 1))?.add(name);
  }

  private subjectOf({ subject }: Pick<ControlType<unknown>, 'subject'>): string {
    return `${this.config.scope}.${subject}`;
  }
}
