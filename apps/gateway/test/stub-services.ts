import { BrokerConnection } from '@kushk/broker';
import { livesOnHub, type Actor, type ReplyOf, type RequestOf, type RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

/** Request types are contravariant, so only `any` accepts all of them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyRequestType = RequestType<any, any>;
type Respond<Type> = (
  request: RequestOf<Type>,
  actor: Actor,
) => Outcome<ReplyOf<Type>> | Promise<Outcome<ReplyOf<Type>>>;
/** Stops replying to requests, as if the service had stopped. */
type Unsubscribe = () => Promise<void>;

export interface ReceivedRequest {
  readonly subject: string;
  readonly request: unknown;
  readonly actor: Actor;
  /** The time that was left until the request's deadline when the request arrived. */
  readonly remainingMs: number;
}
interface Envelope {
  readonly request: never;
  readonly actor: Actor;
  /** The time that the gateway waits for the reply. */
  readonly remaining_ms: number;
}

/**
 * Stub services behind a gateway under test. They subscribe on a real NATS server and use the request/reply protocol.
 * Requests and replies have the types of the contracts, so a spec does not compile after an incompatible change of
 * the contracts.
 */
export class StubServices {
  /** All received requests, in order of arrival. */
  readonly received: ReceivedRequest[] = [];

  private constructor(
    private readonly connection: BrokerConnection,
    private readonly scope: string,
  ) {}

  static async on(natsUrl: string, scope: string): Promise<StubServices> {
    return new StubServices(await BrokerConnection.connect(natsUrl, 'stub-services'), scope);
  }

  async respond<Type extends AnyRequestType>(type: Type, respond: Respond<Type>): Promise<Unsubscribe> {
    return this.subscribe(type, ({ request, actor }, send) => {
      void Promise.resolve(respond(request, actor)).then((outcome) => send({ kind: 'outcome', outcome }));
    });
  }

  /** Receives requests and never replies, like a service that hangs. */
  async hang(type: AnyRequestType): Promise<Unsubscribe> {
    return this.subscribe(type, () => undefined);
  }

  /** Replies with an internal error of the service. */
  async fail(type: AnyRequestType, kind: 'failure' | 'busy' | 'unavailable'): Promise<Unsubscribe> {
    return this.subscribe(type, (_envelope, send) => send({ kind }));
  }

  /** The received requests of one type. */
  requestsOf<Type extends AnyRequestType>(type: Type): RequestOf<Type>[] {
    return this.received
      .filter(({ subject }) => subject === type.subject)
      .map(({ request }) => request as RequestOf<Type>);
  }

  async stop(): Promise<void> {
    await this.connection.close();
  }

  private async subscribe(
    type: Pick<RequestType<unknown, unknown>, 'service' | 'subject'>,
    take: (envelope: Envelope, send: (reply: unknown) => void) => void,
  ): Promise<Unsubscribe> {
    const scope = livesOnHub(type.service) ? 'hub' : this.scope;
    const nats = this.connection.nats;
    const subscription = nats.subscribe(`${scope}.${type.subject}`, {
      callback: (_error, message) => {
        const envelope = message.json<Envelope>();
        const { request, actor, remaining_ms: remainingMs } = envelope;
        this.received.push({ subject: type.subject, request, actor, remainingMs });
        take(envelope, (reply) => void message.respond(JSON.stringify(reply)));
      },
    });
    await nats.flush();
    return async () => {
      subscription.unsubscribe();
      await nats.flush();
    };
  }
}
