import type { ControlType } from '@kushk/contracts';
import { log, type Config } from '@kushk/runtime';
import type { BrokerConnection } from './broker-connection.js';

/**
 * Sends control messages to every gateway of this scope, and receives them in a gateway. They are stored nowhere: a
 * gateway that was disconnected has missed an unknown number of them.
 */
export class ControlChannel {
  constructor(
    private readonly connection: BrokerConnection,
    private readonly config: Pick<Config, 'scope'>,
  ) {}

  /** Sends a message to all gateways. Call it after the commit that it announces. Never rejects and never waits. */
  publish<Message>(type: ControlType<Message>, message: Message): void {
    this.connection.send(this.subjectOf(type), Buffer.from(JSON.stringify(message)));
  }

  /**
   * Calls `listener` with each message, and with null after a reconnect: messages may have been missed, so the listener
   * must forget everything that a message could have changed.
   */
  subscribe<Message>(
    type: Pick<ControlType<Message>, 'subject' | 'types'>,
    listener: (message: Message | null) => void,
  ): void {
    this.connection.nats.subscribe(this.subjectOf(type), {
      callback: (error, message) => {
        if (error) return log.warn({ subject: type.subject, err: error }, 'control messages are not received');
        try {
          listener(message.json<Message>());
        } catch (failure) {
          log.error({ subject: type.subject, err: failure }, 'control message malformed');
          listener(null);
        }
      },
    });
    this.connection.onReconnect(() => listener(null));
  }

  private subjectOf({ subject }: Pick<ControlType<unknown>, 'subject'>): string {
    return `${this.config.scope}.${subject}`;
  }
}
