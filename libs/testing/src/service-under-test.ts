import { randomBytes } from 'node:crypto';
import { Broker, BrokerConnection, type FactContext } from '@kushk/broker';
import { livesOnHub, type Actor, type RequestType, type ServiceName } from '@kushk/contracts';
import { newSealingKey, newSigningKey } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { createService, newId, readConfig } from '@kushk/runtime';
import type { INestMicroservice, Type } from '@nestjs/common';
import { freshDatabase } from './fresh-database.js';
import { freshNats } from './fresh-nats.js';

/**
 * A service as in production, in this process, with a database of its own. One of an instance has a scope of its own on
 * the run's NATS; one of the hub, which always speaks as `hub`, has a NATS of its own.
 */
export interface ServiceUnderTest {
  readonly app: INestMicroservice;
  readonly broker: Broker;
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly scope: string;
  /** Asks it over NATS, as the gateway does. */
  ask<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<Outcome<Reply>>;
  /** The same, where a refusal would be a failure of the test. */
  reply<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<Reply>;
  /** The code of the refusal, or `accepted`. */
  verdict<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<string>;
  /** Hands a public fact to a reaction, twice with one event id, as a broker may. */
  deliverTwice<Data>(
    handler: Type<{ react(data: Data, context: FactContext): Promise<void> }>,
    data: NoInfer<Data>,
  ): Promise<void>;
  stop(): Promise<void>;
}

const SYSTEM: Actor = { kind: 'system' };

/** Starts the module of a service; `environment` adds to what every service is given. */
export async function startService(
  name: Exclude<ServiceName, 'hub_gateway' | 'instance_gateway'>,
  module: Type,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceUnderTest> {
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
  const app = await createService(module, config);
  await app.listen();
  const link = await BrokerConnection.connect(nats.url, `${scope}.test`);
  const broker = new Broker(link, { scope });
  const ask: ServiceUnderTest['ask'] = (type, request, actor = SYSTEM) =>
    broker.request(type, request, { actor, requestId: newId('req') });
  return {
    app,
    broker,
    scope,
    ask,
    databaseUrl: database.url,
    natsUrl: nats.url,
    reply: async (type, request, actor) => {
      const outcome = await ask(type, request, actor);
      if (!outcome.accepted)
        throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
      return outcome.reply;
    },
    verdict: async (type, request, actor) => {
      const outcome = await ask(type, request, actor);
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
      await app.get(handler).react(data, context);
      await app.get(handler).react(data, context);
    },
    stop: async () => {
      await link.close();
      await app.close();
      await Promise.all([database.drop(), nats.stop()]);
    },
  };
}

async function natsFor(name: ServiceName): Promise<{ url: string; scope: string; stop(): Promise<void> }> {
  if (livesOnHub(name)) return { ...(await freshNats()), scope: 'hub' };
  const url = process.env['KUSHK_TEST_NATS_URL'];
  if (url === undefined) throw new Error('KUSHK_TEST_NATS_URL is not set: the test run starts NATS in its globalSetup');
  return { url, scope: `t${randomBytes(5).toString('hex')}`, stop: () => Promise.resolve() };
}
