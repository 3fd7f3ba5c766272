import { randomBytes } from 'node:crypto';
import { Broker, Link, type FactContext } from '@kushk/broker';
import type { Actor, InstanceService, RequestType } from '@kushk/contracts';
import { newSealingKey, newSigningKey } from '@kushk/credentials';
import type { Outcome } from '@kushk/decider';
import { createService, newId, readConfig } from '@kushk/runtime';
import type { INestMicroservice, Type } from '@nestjs/common';
import { freshDatabase } from './fresh-database.js';

/** A service of an instance as in production, in this process: its own database, and its own scope on the run's NATS. */
export interface ServiceUnderTest {
  readonly app: INestMicroservice;
  readonly databaseUrl: string;
  readonly scope: string;
  /** Asks it over NATS, as the gateway does. */
  ask<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<Outcome<Reply>>;
  /** The same, where a refusal would be a failure of the test. */
  reply<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<Reply>;
  /** The code of the refusal, or `accepted`. */
  verdict<Request, Reply>(type: RequestType<Request, Reply>, request: Request, actor?: Actor): Promise<string>;
  /** Hands a public fact to a reaction, twice with one event id, as a broker may. */
  deliverTwice<Data>(handler: Type<{ react(data: Data, context: FactContext): Promise<void> }>, data: NoInfer<Data>): Promise<void>;
  stop(): Promise<void>;
}

const SYSTEM: Actor = { kind: 'system' };

/** Starts the module of a service; `environment` adds to what every service of an instance is given. */
export async function startService(name: InstanceService, module: Type, environment: Readonly<Record<string, string>> = {}): Promise<ServiceUnderTest> {
  const natsUrl = process.env['KUSHK_TEST_NATS_URL'];
  if (natsUrl === undefined) throw new Error('KUSHK_TEST_NATS_URL is not set: the test run starts NATS in its globalSetup');
  const database = await freshDatabase(name);
  const scope = `t${randomBytes(5).toString('hex')}`;
  const config = readConfig({
    KUSHK_SERVICE: name, KUSHK_SCOPE: scope, KUSHK_ENVIRONMENT: 'test', KUSHK_DATABASE_URL: database.url, KUSHK_NATS_URL: natsUrl, KUSHK_HEALTH_PORT: '1',
    KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:8081', KUSHK_PLUGIN_API: '1.0', KUSHK_PEPPER: randomBytes(32).toString('base64url'),
    KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]), KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()), ...environment,
  });
  const app = await createService(module, config);
  await app.listen();
  const link = await Link.to(natsUrl, `${scope}.test`);
  const broker = new Broker(link, { scope });
  const ask: ServiceUnderTest['ask'] = (type, request, actor = SYSTEM) => broker.ask(type, request, { actor, requestId: newId('req') });
  return {
    app, scope, ask,
    databaseUrl: database.url,
    reply: async (type, request, actor) => {
      const outcome = await ask(type, request, actor);
      if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
      return outcome.reply;
    },
    verdict: async (type, request, actor) => {
      const outcome = await ask(type, request, actor);
      return outcome.accepted ? 'accepted' : outcome.refusal.code;
    },
    deliverTwice: async (handler, data) => {
      const context: FactContext = { eventId: newId('evt'), streamId: 'any-stream', type: '', at: new Date(), sequence: 1 };
      await app.get(handler).react(data, context);
      await app.get(handler).react(data, context);
    },
    stop: async () => {
      await link.close();
      await app.close();
      await database.drop();
    },
  };
}
