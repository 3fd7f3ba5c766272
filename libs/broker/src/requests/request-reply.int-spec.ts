import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { command, query, type Actor } from '@kushk/contracts';
import { type Outcome, refuse } from '@kushk/decider';
import { createService, metrics, newId, newLog, readConfig, type Config } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { respond, Broker, BrokerModule, BrokerConnection, createStreams, type RequestContext } from '../index.js';

const scope = `ask${newId('ins').slice(-12)}`;
const greet = command<{ name: string }, { text: string; actor: Actor; request_id: string; traceparent: string | null }>(
  'wallet',
  'greeting.greet',
);
const busy = command<object, null>('wallet', 'greeting.busy');
const broken = command<object, null>('wallet', 'greeting.broken');
const newer = command<{ unserved: number }, number>('wallet', 'greeting.newer');
const lost = command<object, null>('wallet', 'greeting.lost');
const hang = command<object, null>('wallet', 'greeting.hang');
const huge = query<object, string>('wallet', 'greeting.huge');
const empty = query<object, object>('wallet', 'greeting.empty');
const absent = command<object, null>('delivery', 'nobody.there');
const absentQuery = query<object, null>('delivery', 'nobody.there');

const options = { actor: { kind: 'system' } as const, requestId: 'req_1' };
/** Ends the requests that hang. */
const released = new AbortController();
const logLines: string[] = [];
const handlerLog = newLog({ write: (line) => void logLines.push(line) }, 'info');

class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

class UnknownFact extends Error {
  override readonly name = 'UnknownFact';
}

@Controller()
class Greetings {
  private unserved = 0;

  /** As if the first requests reached processes of an older version. */
  @MessagePattern(newer.subject)
  async newer(request: { unserved: number }): Promise<Outcome<number>> {
    if (this.unserved >= request.unserved) return respond(this.unserved);
    this.unserved += 1;
    throw new UnknownFact();
  }

  @MessagePattern(greet.subject)
  async greet(request: { name: string }, context: RequestContext): Promise<Outcome<object>> {
    if (request.name === '') return refuse('greeting.nameless', { name: request.name });
    await Promise.resolve();
    handlerLog.info({ name: request.name }, 'greeted');
    const { actor, requestId, traceparent } = context;
    return respond({ text: `Hello ${request.name}`, actor, request_id: requestId, traceparent: traceparent ?? null });
  }

  @MessagePattern(busy.subject)
  async busy(): Promise<Outcome<null>> {
    throw new StoreBusy('512 commands wait');
  }

  @MessagePattern(lost.subject)
  async lost(): Promise<Outcome<null>> {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  }

  @MessagePattern(broken.subject)
  async broken(): Promise<Outcome<null>> {
    throw new TypeError('undefined is not a wallet');
  }

  @MessagePattern(hang.subject)
  async hang(_request: object, context: RequestContext): Promise<Outcome<null>> {
    const afterDeadlineMs = context.deadline.getTime() - Date.now() + 50;
    await pause(afterDeadlineMs, undefined, { signal: released.signal }).catch(() => undefined);
    return respond(null);
  }

  @MessagePattern(huge.subject)
  async huge(): Promise<Outcome<string>> {
    return respond('x'.repeat(9 * 1024 * 1024));
  }

  @MessagePattern(empty.subject)
  async empty(): Promise<Outcome<object>> {
    return respond({});
  }
}

@Module({ imports: [BrokerModule], controllers: [Greetings] })
class GreetingModule {}

const config: Config = readConfig({
  KUSHK_SERVICE: 'wallet',
  KUSHK_SCOPE: scope,
  KUSHK_NATS_URL: process.env['KUSHK_TEST_NATS_URL'],
  KUSHK_ENVIRONMENT: 'test',
  KUSHK_DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
  KUSHK_HEALTH_PORT: '1',
});

describe('a request to a service', () => {
  let app: INestMicroservice;
  let connection: BrokerConnection;
  let broker: Broker;

  beforeAll(async () => {
    await createStreams({ url: config.natsUrl, scope, services: ['wallet'] });
    app = await createService(GreetingModule, config);
    await app.listen();
    connection = await BrokerConnection.connect(config.natsUrl, 'test');
    broker = new Broker(connection, { scope });
  });
  afterAll(async () => {
    released.abort();
    await connection.close();
    await app.close();
  });

  it('drops a reply whose size the caller does not accept, and rejects with the error of the caller', async () => {
    const sizes: number[] = [];
    const acceptReply = (bytes: number): void => {
      sizes.push(bytes);
      throw new RangeError('too many bytes');
    };
    await expect(broker.request(empty, {}, { ...options, acceptReply })).rejects.toThrow('too many bytes');
    expect(sizes).toEqual([expect.any(Number)]);
    expect(await broker.request(empty, {}, options)).toMatchObject({ accepted: true });
  });

  it('passes the request, actor, request id and trace to the handler and resolves with the reply', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const outcome = await broker.request(greet, { name: 'Parvin' }, { ...options, traceparent });
    expect(outcome).toEqual({
      accepted: true,
      replayed: false,
      reply: { text: 'Hello Parvin', actor: { kind: 'system' }, request_id: 'req_1', traceparent },
    });
  });

  it("resolves with the handler's refusal", async () => {
    expect(await broker.request(greet, { name: '' }, options)).toEqual({
      accepted: false,
      refusal: { code: 'greeting.nameless', params: { name: '' } },
    });
  });

  it('rejects with an error that distinguishes a busy store, an unavailable store and an unexpected error', async () => {
    await expect(broker.request(busy, {}, options)).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      service: 'wallet',
      code: 'wallet.busy',
    });
    await expect(broker.request(lost, {}, options)).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      code: 'wallet.unavailable',
      reason: 'unavailable',
    });
    await expect(broker.request(broken, {}, options)).rejects.toMatchObject({
      name: 'ServiceFailed',
      message: 'wallet failed',
    });
  });

  it('asks again while only a newer version can serve the request, and rejects when none does', async () => {
    expect(await broker.request(newer, { unserved: 7 }, options)).toMatchObject({ reply: 7 });
    const request = broker.request(newer, { unserved: Number.MAX_SAFE_INTEGER }, options);
    await expect(request).rejects.toMatchObject({ code: 'wallet.unavailable' });
  });

  it('rejects when no process of the service runs: a command at once, a query after retries', async () => {
    const requestsOf = async (rejected: Promise<unknown>): Promise<number> => {
      const before = connection.nats.stats().outMsgs;
      await expect(rejected).rejects.toMatchObject({ code: 'delivery.unavailable', reason: 'no_responders' });
      return connection.nats.stats().outMsgs - before;
    };
    expect(await requestsOf(broker.request(absent, {}, options))).toBe(1);
    expect(await requestsOf(broker.request(absentQuery, {}, options))).toBeGreaterThan(1);
  });

  it('rejects when its timeout passes', async () => {
    await expect(broker.request(hang, {}, { ...options, timeoutMs: 200 })).rejects.toMatchObject({
      reason: 'timeout',
      code: 'wallet.unavailable',
    });
  });

  it('rejects at once when the reply is too large for NATS', async () => {
    await expect(broker.request(huge, {}, options)).rejects.toMatchObject({ name: 'ServiceFailed' });
    const handled = (outcome: string) =>
      `kushk_requests_handled_seconds_count{name="${huge.subject}",outcome="${outcome}"}`;
    await eventually(async () => (await metrics.metrics()).includes(`${handled('failed')} 1`));
    expect(await metrics.metrics()).not.toContain(handled('accepted'));
  });

  it('adds its request id to every log line of the handler', async () => {
    await broker.request(greet, { name: 'Parvin' }, { ...options, requestId: 'req_logged' });
    expect(logLines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'greeted', name: 'Parvin', request_id: 'req_logged' }),
    );
  });

  it('is handled, whatever the clock of the calling host shows', async () => {
    const callWithClock = async (skewMs: number): Promise<string> => {
      const clock = `const now = Date.now; Date.now = () => now() + ${skewMs}; globalThis.Date = class extends Date {
        constructor(...args) { args.length === 0 ? super(now() + ${skewMs}) : super(...args); } };`;
      const program = `
        import { Broker, BrokerConnection } from '@kushk/broker';
        const connection = await BrokerConnection.connect(process.argv[1], 'skewed');
        const broker = new Broker(connection, { scope: process.argv[2] });
        const type = { service: 'wallet', subject: '${greet.subject}' };
        const outcome = await broker.request(type, { name: 'Parvin' }, { actor: { kind: 'system' }, requestId: 'req_1' });
        process.stdout.write(JSON.stringify(outcome.reply.text));
        await connection.close();`;
      const imports = [`data:text/javascript,${encodeURIComponent(clock)}`, './tools/from-source.mjs'];
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--disable-warning=ExperimentalWarning',
        ...imports.flatMap((path) => ['--import', path]),
        ...['--input-type=module', '-e', program, config.natsUrl, scope],
      ]);
      return stdout;
    };
    expect(await Promise.all([-3_600_000, -9_000, 9_000, 3_600_000].map(callWithClock))).toEqual(
      Array.from({ length: 4 }, () => '"Hello Parvin"'),
    );
  });

  it('receives the reply busy when too many requests are in flight', async () => {
    const reasons: unknown[] = [];
    for (let index = 0; index < 1_100; index += 1)
      void broker
        .request(hang, {}, { ...options, timeoutMs: 60_000 })
        .catch((error: unknown) => reasons.push((error as { reason?: string }).reason));
    await eventually(() => reasons.length >= 76);
    expect(new Set(reasons)).toEqual(new Set(['busy']));
  });
});
