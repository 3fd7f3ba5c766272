/**
 * A fleet in this process, on real servers: a hub and its instances, each with a NATS of its own, linked as in
 * production. Of an instance only the service that follows releases runs.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Broker, Link } from '@kushk/broker';
import type { RequestType } from '@kushk/contracts';
import { newSealingKey, newSigningKey, publicJwk } from '@kushk/credentials';
import { freePort, startNats, type NatsTopology, type Running } from '@kushk/embedded';
import { createService, newId, readConfig, type ProcessName } from '@kushk/runtime';
import { freshDatabase } from '@kushk/testing';
import type { Type } from '@nestjs/common';
import pg from 'pg';
import { CatalogueModule } from '../../apps/catalogue/src/catalogue.module.js';
import { InstallationModule } from '../../apps/installation/src/installation.module.js';
import { ReviewModule } from '../../apps/review/src/review.module.js';
import { hubJetStream, hubTopology, instanceTopology } from './topology.js';

/** A part that can be stopped and started again on what it had. */
export interface Part {
  start(): Promise<void>;
  stop(): Promise<void>;
}
/** One side of the fleet, asked as its gateway asks. */
export interface Side {
  readonly nats: Part & { url(): string };
  readonly services: Part;
  ask<Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply>;
}
export interface InstanceUnderTest extends Side {
  readonly id: string;
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}
export interface FleetUnderTest {
  readonly hub: Side;
  readonly instances: readonly InstanceUnderTest[];
  readonly signingKeys: Readonly<Record<'catalogue' | 'review', ReturnType<typeof newSigningKey>>>;
  stop(): Promise<void>;
}

const password = 'only a test';
type Ends = (() => Promise<unknown> | unknown)[];
type Environment = Readonly<Record<string, string>>;

/** Starts it; `offers` says which `plugin_api` each instance offers. */
export async function startFleet(offers: Readonly<Record<string, string>>): Promise<FleetUnderTest> {
  const ends: Ends = [];
  const folder = mkdtempSync(join(tmpdir(), 'kushk-fleet-'));
  chmodSync(folder, 0o711);
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const leafPort = await freePort();
  const links = Object.keys(offers).map((id) => ({ id, password }));
  const signingKeys = { catalogue: newSigningKey(), review: newSigningKey() };
  const common = { KUSHK_ENVIRONMENT: 'test', KUSHK_HEALTH_PORT: '1', KUSHK_PEPPER: Buffer.alloc(32, 7).toString('base64url'), KUSHK_ALIAS_KEY: Buffer.alloc(32, 3).toString('base64url') };
  const pinned = JSON.stringify({ keys: Object.values(signingKeys).map(publicJwk) });

  const hubNats = await natsAt(join(folder, 'hub'), hubTopology({ password, leafPort, instances: links }), ends);
  const hubService = (name: 'catalogue' | 'review', module: Type) => serviceOf(name, module, { ...common, KUSHK_SCOPE: 'hub', KUSHK_NATS_URL: hubNats.url(), KUSHK_SIGNING_KEY: JSON.stringify(signingKeys[name]) }, ends);
  const desks = [await hubService('catalogue', CatalogueModule), await hubService('review', ReviewModule)];
  const hub = { nats: hubNats, services: together(desks), ask: await asker(hubNats.url(), 'hub', ends) };

  const instances: InstanceUnderTest[] = [];
  for (const link of links) {
    const nats = await natsAt(join(folder, link.id), instanceTopology({ link, password, hubLeaf: `127.0.0.1:${leafPort}` }), ends);
    const service = await serviceOf('installation', InstallationModule, {
      ...common, KUSHK_SCOPE: link.id, KUSHK_NATS_URL: nats.url(), KUSHK_HUB_JETSTREAM: hubJetStream, KUSHK_PLUGIN_API: offers[link.id]!, KUSHK_SERVICE_ORIGIN: `http://${link.id}.test`,
      KUSHK_PINNED_HUB_KEYS: pinned, KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()), KUSHK_SEALING_KEYS: JSON.stringify([newSealingKey()]),
    }, ends);
    instances.push({ id: link.id, nats, services: service, ask: await asker(nats.url(), link.id, ends), query: await querier(service.databaseUrl, ends) });
  }
  return { hub, instances, signingKeys, stop: () => endAll(ends) };
}

async function natsAt(folder: string, topology: NatsTopology, ends: Ends): Promise<Part & { url(): string }> {
  mkdirSync(folder);
  const port = await freePort();
  let running: Running | null = null;
  const part = {
    start: async () => void (running = await startNats({ storeDir: join(folder, 'store'), logFile: join(folder, 'nats.log'), port, topology })),
    stop: async () => {
      await running?.stop();
      running = null;
    },
    url: () => `nats://${topology.user}:${encodeURIComponent(topology.password)}@127.0.0.1:${port}`,
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

async function serviceOf(name: ProcessName, module: Type, environment: Environment, ends: Ends): Promise<Part & { databaseUrl: string }> {
  const database = await freshDatabase(name);
  ends.push(() => database.drop());
  let app: Awaited<ReturnType<typeof createService>> | null = null;
  const part = {
    databaseUrl: database.url,
    start: async () => {
      app = await createService(module, readConfig({ ...environment, KUSHK_SERVICE: name, KUSHK_DATABASE_URL: database.url }));
      await app.listen();
    },
    stop: async () => {
      await app?.close();
      app = null;
    },
  };
  await part.start();
  ends.push(part.stop);
  return part;
}

function together(parts: readonly Part[]): Part {
  return { start: async () => void (await Promise.all(parts.map((part) => part.start()))), stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
}

async function asker(natsUrl: string, scope: string, ends: Ends): Promise<Side['ask']> {
  const link = await Link.to(natsUrl, 'test');
  ends.push(() => link.close());
  const broker = new Broker(link, { scope });
  return async (type, request) => {
    const outcome = await broker.ask(type, request, { actor: { kind: 'staff', subject: 'rita', roles: ['operator', 'reviewer'] }, requestId: newId('req') });
    if (!outcome.accepted) throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
    return outcome.reply;
  };
}

async function querier(databaseUrl: string, ends: Ends): Promise<InstanceUnderTest['query']> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  ends.push(() => pool.end());
  return async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => (await pool.query<Row>(text, [...values])).rows;
}

async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.reverse()) await end();
}
