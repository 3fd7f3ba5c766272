/** A gateway and services whose handlers echo their request, on real NATS connections. */
import { command, query, type Actor, type ServiceName } from '@kushk/contracts';
import { newId } from '@kushk/runtime';
import { BrokerConnection } from '../src/connection/broker-connection.js';
import { Broker } from '../src/requests/broker.js';
import type { RequestMessages } from '../src/requests/messages/messages.js';
import { respond, type RequestContext } from '../src/transport/context.js';
import { KushkTransport } from '../src/transport/transport.js';

export interface Echo {
  readonly n: number;
  readonly requestId: string;
  readonly actor: Actor;
  readonly traceparent: string | undefined;
  readonly requestBytes: number | undefined;
}

interface EchoRequest {
  readonly n: number;
  readonly text?: string;
}

export type EchoHandler = (request: EchoRequest, context: RequestContext) => Promise<unknown>;

export const echo = command<EchoRequest, Echo>('wallet', 'echo.send');
export const otherEcho = query<EchoRequest, Echo>('wallet', 'echo.get');
export const newerEcho = command<EchoRequest, Echo>('wallet', 'echo.newer');
export const workspaceEcho = query<EchoRequest, Echo>('workspace', 'echo.get');
type EchoType = typeof echo | typeof otherEcho | typeof newerEcho | typeof workspaceEcho;

export const echoed: EchoHandler = async ({ n }, { requestId, actor, traceparent, requestBytes }) =>
  respond({ n, requestId, actor, traceparent, requestBytes });

/** What distinguishes the request `n` from all others. */
export const optionsOf = (n: number) => ({
  requestId: `req_${n}`,
  actor: { kind: 'staff', id: `per_${n}`, name: `Person ${n}`, roles: [] } as unknown as Actor,
  traceparent: `00-${String(n).padStart(32, '1')}-b7ad6b7169203331-01`,
});

export class EchoSystem {
  private readonly connections: BrokerConnection[] = [];
  private readonly transports: KushkTransport[] = [];
  readonly sent: { readonly subject: string; readonly data: Uint8Array }[] = [];

  private constructor(
    readonly scope: string,
    readonly messages: RequestMessages,
  ) {}

  gateway!: BrokerConnection;
  broker!: Broker;

  /** Starts the gateway. `sent` has the messages that it sends. */
  static async start(messages: RequestMessages): Promise<EchoSystem> {
    const system = new EchoSystem(`b${newId('ins').slice(-12)}`, messages);
    const gateway = await system.connect();
    system.gateway = gateway;
    system.broker = new Broker(gateway, { scope: system.scope }, messages);
    const send = gateway.send.bind(gateway);
    gateway.send = (subject, data, reply) => {
      system.sent.push({ subject: subject.slice(system.scope.length + 1), data });
      send(subject, data, reply);
    };
    return system;
  }

  async connect(): Promise<BrokerConnection> {
    const connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
    this.connections.push(connection);
    return connection;
  }

  /** Starts a process of a service with handlers by subject. */
  async serve(
    handlers: Readonly<Record<string, EchoHandler>>,
    { service = 'wallet', messages = this.messages }: { service?: ServiceName; messages?: RequestMessages } = {},
  ): Promise<KushkTransport> {
    const config = { scope: this.scope, service };
    const transport = new KushkTransport(await this.connect(), config, { messages });
    this.transports.push(transport);
    for (const [subject, handler] of Object.entries(handlers)) transport.addHandler(subject, handler as never, false);
    await new Promise<void>((resolve) => transport.listen(() => resolve()));
    return transport;
  }

  async send(n: number, type: EchoType = echo): Promise<Echo | null> {
    const outcome = await this.broker.request(type, { n }, optionsOf(n));
    return outcome.accepted ? outcome.reply : null;
  }

  async stop(): Promise<void> {
    await Promise.all(this.transports.map((one) => one.close()));
    await Promise.all(this.connections.map((one) => one.close()));
  }
}
