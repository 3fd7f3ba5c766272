/**
 * How requests and their replies travel over NATS. `single-messages.ts` sends each request in a message of its own;
 * `batched-messages.ts` sends the requests of one event-loop turn together (docs/adr/0025-requests-in-batches.md).
 * `implementations.ts` chooses one of them.
 */
import type { Actor, ServiceName } from '@kushk/contracts';
import type { BrokerConnection } from '../../connection/broker-connection.js';
import type { ReplyEnvelope, RequestEnvelope } from '../envelope.js';

/** A request that is not sent yet. */
export interface OutgoingRequest {
  readonly service: ServiceName;
  readonly scope: string;
  /** Without scope. */
  readonly subject: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** The request as JSON. */
  readonly body: string;
  /** When the caller stops waiting, on the clock of `performance.now()`. */
  readonly expiresAtMs: number;
}

/** A reply that is not parsed yet. */
export interface ReceivedReply {
  /** Size of the reply in UTF-8. */
  readonly bytes: number;
  readonly json: () => ReplyEnvelope;
}

/** Why a request got no reply. */
export type NoReplyReason = 'no_responders' | 'timeout' | 'disconnected';

export interface RequestSender {
  /**
   * Resolves with the reply, or with the reason why there is none, at `expiresAtMs` at the latest. Rejects with
   * `RangeError` when the request is too large for NATS.
   */
  send(request: OutgoingRequest): Promise<ReceivedReply | NoReplyReason>;
}

/** A request that is not parsed yet. */
export interface IncomingRequest {
  /** Without scope. */
  readonly subject: string;
  /** Size of the request in UTF-8. */
  readonly bytes: number;
  /** Throws when the request is malformed. */
  readonly parse: () => RequestEnvelope;
  /** Sends the text of a reply. Throws `RangeError` when it is too large for NATS. */
  readonly reply: (text: string) => void;
}

export interface RequestReceiver {
  /**
   * Calls `handle` for each request with one of these subjects (without scope). All processes of the service share a
   * queue group, so each request goes to one process.
   */
  receive(subjects: readonly string[], handle: (request: IncomingRequest) => void): void;
  /** Receives no further requests. Resolves when all requests that have arrived were passed to `handle`. */
  stop(): Promise<void>;
}

/** A service in its scope. */
export interface ServiceAddress {
  readonly scope: string;
  readonly service: ServiceName;
}

export interface RequestMessages {
  /** `scope` is the scope of the sending process. */
  sender(connection: BrokerConnection, scope: string): RequestSender;
  receiver(connection: BrokerConnection, owner: ServiceAddress): RequestReceiver;
}
