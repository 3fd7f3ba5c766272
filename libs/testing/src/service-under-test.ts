import { randomBytes } from 'node:crypto';
import type { Broker, FactContext } from '@kushk/broker';
import { livesOnHub, type Actor, type RequestType, type ServiceName } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import type { INestMicroservice, Type } from '@nestjs/common';
import { errorClassOf } from '@kushk/event-store/error-class';
import { freshDatabase } from './fresh-database.js';
import { freshNats } from './fresh-nats.js';

/** Loaded when a service is started, because most specs that import this package start none. */
const loadRuntime = () =>
  Promise.all([import('@kushk/broker'), import('@kushk/runtime'), import('@kushk/credentials')]);

const ATTEMPTS = 5;

/**
 * Runs a service as in production, but in this process and with its own database. A service of an instance shares the
 * NATS server of the test run and has its own instance id as scope (the first subject token). A service of the hub
 * has its own NATS server, because its scope is always `hub`.
 */
export interface ServiceUnderTest {
  readonly app: INestMicroservice;
  readonly broker: Broker;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly scope: string;
  /**
   * Sends a request over NATS, as the gateway does. Repeats it while the service is busy: then nothing was done. One
   * with an idempotency key is also repeated when it may have been done.
   */
  request<Request, Reply>(type: RequestType<Request, Reply>, message: Request, actor?: Actor): Promise<Outcome<Reply>>;
  /** Returns the reply to a request. A refusal throws and so fails the test. */
  reply<Request, Reply>(type: RequestType<Request, Reply>, message: Request, actor?: Actor): Promise<Reply>;
  /** Returns the code of the refusal, or `accepted`. */
  outcomeCode<Request, Reply>(type: RequestType<Request, Reply>, message: Request, actor?: Actor): Promise<string>;
  /** Delivers a public fact to a reaction twice with the same event id, because NATS may redeliver any fact. */
  deliverTwice<Data>(
    handler: Type<{ react(data: Data, context: FactContext): Promise<void> }>,
    data: NoInfer<Data>,
  ): Promise<void>;
  stop(): Promise<void>;
}

const SYSTEM: Actor = { kind: 'system' };

/** Starts the module of a service. `environment` adds to the configuration that every service receives. */
export async function startService(
  name: Exclude<ServiceName, 'hub_gateway' | 'instance_gateway'>,
  module: Type,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceUnderTest> {
  const [
    { Broker, BrokerConnection, createStreams },
    { createService, newId, readConfig },
    { newSealingKey, newSigningKey },
  ] = await loadRuntime();
  const [database, nats] = await Promise.all([freshDatabase(name), natsFor(name)]);
  const { scope } = nats;
  const config = readConfig({
    KUSHK_SERVICE: name,
    KUSHK_SCOPE: scope,
    KUSHK_ENVIRONMENT: 'test',
    KUSHK_DATABASE_URL: database.url,
    KUSHK_NATS_URL: nats.url,
    KUSHK_HEALTH_PORT: '1',
    KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:8081',
    KUSHK_PLUGIN_API: '1.0',
    KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
    ...environment,
  });
  await createStreams({ url: nats.url, scope, services: [name] });
  const app = await createService(module, config);
  await app.listen();
  const connection = await BrokerConnection.connect(nats.url, `${scope}.test`);
  const broker = new Broker(connection, { scope });
  const request: ServiceUnderTest['request'] = (type, message, actor = SYSTEM) => {
    const send = () => broker.request(type, message, { actor, requestId: newId('req') });
    return untilStored(send, (error) => hasKey(message) || isBusy(error));
  };
  return {
    app,
    broker,
    scope,
    request,
    databaseUrl: database.url,
    natsUrl: nats.url,
    reply: async (type, message, actor) => {
      const outcome = await request(type, message, actor);
      if (!outcome.accepted)
        throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
      return outcome.reply;
    },
    outcomeCode: async (type, message, actor) => {
      const outcome = await request(type, message, actor);
      return outcome.accepted ? 'accepted' : outcome.refusal.code;
    },
    deliverTwice: async (handler, data) => {
      const context: FactContext = {
        scope: 'any',
        eventId: newId('evt'),
        streamId: 'any-stream',
        type: '',
        at: new Date(),
        sequence: 1,
      };
      for (const _ of [1, 2]) await untilStored(() => app.get(handler).react(data, context));
    },
    stop: async () => {
      await connection.close();
      await app.close();
      await Promise.all([database.drop(), nats.stop()]);
    },
  };
}

function hasKey(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'idempotency' in message;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && (error as { readonly reason?: unknown }).reason === 'busy';
}

/**
 * Repeats what the database interrupted, or a busy service refused: NATS redelivers a fact that was not acknowledged,
 * and clients send a request again with its key.
 */
async function untilStored<Result>(
  work: () => Promise<Result>,
  canRepeat: (error: unknown) => boolean = () => true,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || errorClassOf(error) === 'defect' || !canRepeat(error)) throw error;
    }
  }
}

async function natsFor(name: ServiceName): Promise<{ url: string; scope: string; stop(): Promise<void> }> {
  if (livesOnHub(name)) return { ...(await freshNats()), scope: 'hub' };
  const url = process.env['KUSHK_TEST_NATS_URL'];
  if (url === undefined)
    throw new Error('KUSHK_TEST_NATS_URL is not set: globalSetup of the test run sets it when it starts NATS');
  return { url, scope: `t${randomBytes(5).toString('hex')}`, stop: () => Promise.resolve() };
}
