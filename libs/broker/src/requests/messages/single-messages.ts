import type { BrokerConnection } from '../../connection/broker-connection.js';
import { requestSubject } from '../../connection/subjects.js';
import { parseRequest, type RequestEnvelope } from '../envelope.js';
import { Inbox, remainingMs } from './inbox.js';
import type {
  IncomingRequest,
  NoReplyReason,
  OutgoingRequest,
  ReceivedReply,
  RequestMessages,
  RequestReceiver,
  RequestSender,
  ServiceAddress,
} from './messages.js';
import { ServiceSubscriptions } from './service-subscriptions.js';

export class SingleSender implements RequestSender {
  constructor(
    private readonly connection: BrokerConnection,
    private readonly inbox = new Inbox(connection),
  ) {}

  async send(request: OutgoingRequest): Promise<ReceivedReply | NoReplyReason> {
    const token = this.inbox.nextToken();
    this.publish(token, request);
    return this.inbox.waitFor(token, request);
  }

  /** Sends a request whose reply the inbox expects. Throws `RangeError` when it is too large for NATS. */
  publish(token: number, request: OutgoingRequest): void {
    const subject = requestSubject(request, request.scope);
    this.connection.send(subject, Buffer.from(envelopeText(request)), this.inbox.subjectOf(token));
  }
}

export class SingleReceiver implements RequestReceiver {
  private readonly subscriptions: ServiceSubscriptions;

  constructor(
    private readonly connection: BrokerConnection,
    owner: ServiceAddress,
  ) {
    this.subscriptions = new ServiceSubscriptions(connection, owner);
  }

  receive(subjects: readonly string[], handle: (request: IncomingRequest) => void): void {
    for (const subject of subjects)
      this.subscriptions.add(subject, (message) =>
        handle({
          subject,
          bytes: message.data.length,
          parse: () => parseRequest(message.string()),
          reply: (text) => {
            if (message.reply) this.connection.send(message.reply, Buffer.from(text));
          },
        }),
      );
  }

  async stop(): Promise<void> {
    await this.subscriptions.drain();
  }
}

/** One message per request, and one per reply. */
export const singleMessages: RequestMessages = {
  sender: (connection) => new SingleSender(connection),
  receiver: (connection, owner) => new SingleReceiver(connection, owner),
};

/** The request comes last, so that the text of a large body is copied and not made again. */
export function envelopeText(request: OutgoingRequest): string {
  const { actor, requestId, traceparent, body } = request;
  const envelope = JSON.stringify({
    actor,
    request_id: requestId,
    remaining_ms: remainingMs(request),
    ...(traceparent !== undefined && { traceparent }),
  } satisfies Omit<RequestEnvelope, 'request'>);
  return `${envelope.slice(0, -1)},"request":${body}}`;
}
