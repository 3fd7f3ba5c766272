import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { command, query, type Actor, type ServiceName } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { newId } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { answersSubject, batchSubject, parseBatch } from './batch-format.js';
import { Broker, BrokerConnection, KushkTransport, respond, type RequestContext } from '../../index.js';

interface Echo {
  readonly n: number;
  readonly requestId: string;
  readonly actor: Actor;
  readonly traceparent: string | undefined;
  readonly requestBytes: number | undefined;
}
const echo = command<{ n: number; text?: string }, Echo>('wallet', 'echo.send');
const other = query<{ n: number }, Echo>('wallet', 'echo.get');
const newer = command<{ n: number }, Echo>('wallet', 'echo.newer');
const elsewhere = query<{ n: number }, Echo>('workspace', 'echo.get');
const numbers = Array.from({ length: 300 }, (_, n) => n);

type Handler = (request: { n: number; text?: string }, context: RequestContext) => Promise<unknown>;
const echoed: Handler = async ({ n }, { requestId, actor, traceparent, requestBytes }) =>
  respond({ n, requestId, actor, traceparent, requestBytes });

let scope: string;
let connections: BrokerConnection[];
let transports: KushkTransport[];
let gateway: BrokerConnection;
let broker: Broker;
/** The messages with batches that the gateway has sent. */
let batches: { service: string; data: Uint8Array }[];

async function connect(): Promise<BrokerConnection> {
  const connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'test');
  connections.push(connection);
  return connection;
}

async function serve(handlers: Readonly<Record<string, Handler>>, service: ServiceName = 'wallet'): Promise<void> {
  const transport = new KushkTransport(await connect(), { scope, service, streamReplicas: 1 });
  transports.push(transport);
  for (const [subject, handler] of Object.entries(handlers)) transport.addHandler(subject, handler as never, false);
  await new Promise<void>((resolve) => transport.listen(() => resolve()));
}

/** A process of a version that only knows requests that are sent alone. */
async function serveAlone(subject: string, handle: (n: number) => void): Promise<void> {
  const { nats } = await connect();
  nats.subscribe(`${scope}.${subject}`, {
    queue: 'wallet',
    callback: (_error, message) => {
      const { request } = message.json<{ request: { n: number } }>();
      handle(request.n);
      message.respond(JSON.stringify({ kind: 'outcome', outcome: respond({ n: request.n }) }));
    },
  });
  await nats.flush();
}

const optionsOf = (n: number) => ({
  requestId: `req_${n}`,
  actor: { kind: 'staff', id: `per_${n}`, name: `Person ${n}`, roles: [] } as unknown as Actor,
  traceparent: `00-${String(n).padStart(32, '1')}-b7ad6b7169203331-01`,
});
const send = async (n: number, type: typeof echo | typeof other | typeof newer | typeof elsewhere = echo) => {
  const outcome = await broker.request(type, { n }, optionsOf(n));
  return outcome.accepted ? outcome.reply : null;
};
/** The first request subscribes to the answers of batches and is sent alone. */
async function untilBatched(): Promise<void> {
  await eventually(async () => {
    await Promise.all([send(-1), send(-2)]);
    return batches.length > 0;
  });
  batches.length = 0;
}

beforeEach(async () => {
  scope = `b${newId('ins').slice(-12)}`;
  [connections, transports, batches] = [[], [], []];
  gateway = await connect();
  broker = new Broker(gateway, { scope });
  const sendOf = gateway.send.bind(gateway);
  gateway.send = (subject, payload, reply) => {
    const service = (['wallet', 'workspace'] as const).find((one) => subject === `${scope}.${batchSubject(one)}`);
    if (service !== undefined) batches.push({ service, data: payload });
    sendOf(subject, payload, reply);
  };
});
afterEach(async () => {
  await Promise.all(transports.map((one) => one.close()));
  await Promise.all(connections.map((one) => one.close()));
});

describe('the requests of one event-loop turn', () => {
  it('are sent in few messages per service, and each gets its own answer with its own id, caller and trace', async () => {
    await serve({ [echo.subject]: echoed, [other.subject]: echoed });
    await serve({ [elsewhere.subject]: echoed }, 'workspace');
    await untilBatched();
    const types = [echo, other, elsewhere];
    const replies = await Promise.all(numbers.map((n) => send(n, types[n % 3]!)));
    expect(replies).toEqual(numbers.map((n) => ({ n, ...optionsOf(n), requestBytes: expect.any(Number) })));
    // 200 requests to the wallet in batches of at most 128, and 100 to the workspace.
    expect(batches.map(({ service }) => service)).toEqual(['wallet', 'wallet', 'workspace']);
    const sizes = batches.flatMap(({ data }) => parseBatch(data).requests.map(({ bytes }) => bytes));
    expect(replies.map((reply) => reply?.requestBytes).sort()).toEqual(sizes.sort());
  });

  it('get their answers as soon as each is ready: a slow one delays no other', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    await serve({
      [echo.subject]: async (request, context) => {
        if (request.n === 0) await gate;
        return echoed(request, context);
      },
    });
    await untilBatched();
    const slow = send(0);
    const others = await Promise.all(numbers.slice(1).map((n) => send(n)));
    expect(others.map((reply) => reply?.n)).toEqual(numbers.slice(1));
    open();
    expect(await slow).toMatchObject({ n: 0, requestId: 'req_0' });
  });

  it('are refused, busy or failed one by one', async () => {
    await serve({
      [echo.subject]: async (request, context) => {
        if (request.n === 1) return refuse('wallet.frozen', { n: 1 });
        if (request.n === 2) throw new TypeError('a defect');
        if (request.n === 3) throw Object.assign(new Error('512 commands wait'), { name: 'StoreBusy' });
        if (request.n === 4) return respond({ text: 'x'.repeat(9 * 1024 * 1024) });
        return echoed(request, context);
      },
    });
    await untilBatched();
    const outcomes = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((n) => broker.request(echo, { n }, optionsOf(n))));
    expect(batches).toHaveLength(1);
    expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason) as object)).toEqual([
      expect.objectContaining({ accepted: true }),
      { accepted: false, refusal: { code: 'wallet.frozen', params: { n: 1 } } },
      expect.objectContaining({ name: 'ServiceFailed' }),
      expect.objectContaining({ code: 'wallet.busy' }),
      expect.objectContaining({ name: 'ServiceFailed' }),
      expect.objectContaining({ accepted: true }),
    ]);
  });

  it('are sent alone when they are large, and so are large answers', async () => {
    await serve({
      [echo.subject]: async ({ n, text = '' }) => respond({ n, text: text.length > 0 ? text : 'y'.repeat(100_000) }),
    });
    await untilBatched();
    const large = 'الف'.repeat(4_000);
    const both = [0, 1].map((n) => broker.request(echo, { n, text: large }, optionsOf(n)));
    expect(await Promise.all(both)).toMatchObject([0, 1].map((n) => ({ reply: { n, text: large } })));
    expect(batches).toEqual([]);
    const answers: number[] = [];
    gateway.nats.subscribe(`${scope}.ctl.wallet.answers.*`, {
      callback: (_error, { data }) => void answers.push(data.length),
    });
    await gateway.nats.flush();
    expect(await Promise.all([2, 3].map((n) => send(n)))).toMatchObject([{ n: 2 }, { n: 3 }]);
    expect(batches).toHaveLength(1);
    await gateway.nats.flush();
    expect(answers).toHaveLength(2);
  });
});

describe('a batch', () => {
  it('that is lost costs only its own requests an error, each at its own deadline', async () => {
    await serve({ [elsewhere.subject]: echoed }, 'workspace');
    await serve({ [echo.subject]: echoed });
    await untilBatched();
    // A process that receives batches and stops before it answers.
    await Promise.all(transports.splice(1).map((one) => one.close()));
    const crashed = await connect();
    crashed.nats.subscribe(`${scope}.${batchSubject('wallet')}`, { queue: 'wallet', callback: () => undefined });
    await crashed.nats.flush();
    const order: number[] = [];
    const lost = [600, 200].map((timeoutMs) =>
      broker.request(echo, { n: timeoutMs }, { ...optionsOf(timeoutMs), timeoutMs }).catch((error: unknown) => {
        order.push(timeoutMs);
        return error;
      }),
    );
    const answered = [1, 2].map((n) => send(n, elsewhere));
    expect(batches).toEqual([]);
    expect(await Promise.all(lost)).toMatchObject(
      [0, 1].map(() => ({ code: 'wallet.unavailable', reason: 'timeout' })),
    );
    expect(order).toEqual([200, 600]);
    expect(await Promise.all(answered)).toMatchObject([{ n: 1 }, { n: 2 }]);
    expect(batches.map(({ service }) => service)).toEqual(['wallet', 'workspace']);
  });

  it('is no request of a version that does not know batches: it receives each request alone, once', async () => {
    await serve({ [echo.subject]: echoed });
    await untilBatched();
    await Promise.all(transports.splice(0).map((one) => one.close()));
    const handled: number[] = [];
    await serveAlone(echo.subject, (n) => handled.push(n));
    const replies = await Promise.all(numbers.map((n) => send(n)));
    expect(replies.map((reply) => reply?.n)).toEqual(numbers);
    expect(handled.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('is received only by the newer one of two versions, and every request is handled once', async () => {
    const handled: number[] = [];
    const record: Handler = async (request, context) => {
      if (request.n >= 0) handled.push(request.n);
      return echoed(request, context);
    };
    await serve({ [echo.subject]: record });
    await serveAlone(echo.subject, (n) => n >= 0 && handled.push(n));
    await untilBatched();
    for (let first = 0; first < numbers.length; first += 30)
      await Promise.all(numbers.slice(first, first + 30).map((n) => send(n)));
    expect(handled.sort((a, b) => a - b)).toEqual(numbers);
  });

  it('may have a request that only a newer version handles: it is sent again alone to that version', async () => {
    await serve({ [echo.subject]: echoed });
    await untilBatched();
    const handled: number[] = [];
    await serveAlone(newer.subject, (n) => handled.push(n));
    const replies = await Promise.all([send(0), send(1, newer), send(2), send(3, newer)]);
    expect(replies.map((reply) => reply?.n)).toEqual([0, 1, 2, 3]);
    expect(handled).toEqual([1, 3]);
    expect(batches).toHaveLength(1);
  });

  it('is answered by its own service only', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    await serve({
      [echo.subject]: async (request, context) => {
        if (request.n >= 0) await gate;
        return echoed(request, context);
      },
    });
    await untilBatched();
    const replies = [0, 1].map((n) => send(n));
    const [batch] = await eventually(() => batches.length === 1 && batches);
    const { header, requests } = parseBatch(batch!.data);
    const intruder = await connect();
    const forged = `${requests[0]!.token} ${JSON.stringify({ kind: 'outcome', outcome: respond({ n: 99 }) })}`;
    const subject = answersSubject({ scope, service: 'workspace', answerTo: header.answer_to });
    intruder.nats.publish(subject, forged);
    await intruder.nats.flush();
    await gateway.nats.flush();
    open();
    expect(await Promise.all(replies)).toMatchObject([{ n: 0 }, { n: 1 }]);
  });
});
