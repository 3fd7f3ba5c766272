/** The services around a gateway under test, as far as it can tell: subjects on real NATS that answer by the protocol. */
import { BrokerConnection } from '@kushk/broker';
import { livesOnHub, type Actor, type ReplyOf, type RequestOf, type RequestType } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';

type Answers<Type> = (request: RequestOf<Type>, actor: Actor) => Outcome<ReplyOf<Type>>;
interface Envelope {
  readonly request: never;
  readonly actor: Actor;
  readonly deadline: number;
}
export interface ReceivedRequest {
  readonly subject: string;
  readonly request: unknown;
  readonly actor: Actor;
  readonly deadline: number;
}

export class StubServices {
  /** Every question that arrived, in order. */
  readonly received: ReceivedRequest[] = [];

  private constructor(
    private readonly link: BrokerConnection,
    private readonly scope: string,
  ) {}

  static async on(natsUrl: string, scope: string): Promise<StubServices> {
    return new StubServices(await BrokerConnection.connect(natsUrl, 'neighbours'), scope);
  }

  /** Answers questions of a type; returns what ends it, as when the service stops. */
  // `any`: the types of a request are contravariant.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async respond<Type extends RequestType<any, any>>(type: Type, answers: Answers<Type>): Promise<() => Promise<void>> {
    return this.subscribe(type, ({ request, actor }, respond) =>
      respond({ kind: 'outcome', outcome: answers(request, actor) }),
    );
  }

  /** Takes questions and never answers, like a process that hangs. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async hang(type: RequestType<any, any>): Promise<() => Promise<void>> {
    return this.subscribe(type, () => undefined);
  }

  /** Says that something of its own broke. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  async fail(type: RequestType<any, any>, kind: 'failure' | 'busy' | 'unavailable'): Promise<() => Promise<void>> {
    return this.subscribe(type, (_envelope, respond) => respond({ kind }));
  }

  /** What was asked of one type. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  requestsOf<Type extends RequestType<any, any>>(type: Type): RequestOf<Type>[] {
    return this.received
      .filter(({ subject }) => subject === type.subject)
      .map(({ request }) => request as RequestOf<Type>);
  }

  async stop(): Promise<void> {
    await this.link.close();
  }

  private async subscribe(
    type: Pick<RequestType<unknown, unknown>, 'service' | 'subject'>,
    take: (envelope: Envelope, respond: (reply: unknown) => void) => void,
  ): Promise<() => Promise<void>> {
    const scope = livesOnHub(type.service) ? 'hub' : this.scope;
    const subscription = this.link.connection.subscribe(`${scope}.${type.subject}`, {
      callback: (_error, message) => {
        const envelope = message.json<Envelope>();
        this.received.push({
          subject: type.subject,
          request: envelope.request,
          actor: envelope.actor,
          deadline: envelope.deadline,
        });
        take(envelope, (reply) => void message.respond(JSON.stringify(reply)));
      },
    });
    await this.link.connection.flush();
    return async () => {
      subscription.unsubscribe();
      await this.link.connection.flush();
    };
  }
}
