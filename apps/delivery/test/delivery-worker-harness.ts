/** Test harness of the delivery worker: a real queue, real plugins, and a test clock. The benchmark uses it too. */
import { sealedFor } from '@kushk/contracts';
import { newCredential, newSealingKey, newSigningKey, seal } from '@kushk/credentials';
import { accept, streamRef } from '@kushk/decider';
import { openEventStore, type OpenStore } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { RecordingPlugin } from '@kushk/testing';
import { endpointStream } from '../src/endpoint/endpoint.js';
import type { EndpointFact } from '../src/endpoint/endpoint-facts.js';
import { appendEventCommand } from '../src/feed/append-event/append-event.js';
import type { NewEvent } from '../src/feed/feed.js';
import { guardedConnector, systemResolver } from '@kushk/runtime/guarded-connector';
import { SigningSecrets } from '../src/outbound/signing-secrets.js';
import { Sender } from '../src/outbound/sender.client.js';
import { AttemptLog } from '../src/delivery/attempt-log.view.js';
import { CircuitChanges } from '../src/delivery/circuit-changes.view.js';
import { CircuitStore } from '../src/delivery/circuits.view.js';
import { DeliveryQueue } from '../src/delivery/delivery-queue.view.js';
import { Redeliveries } from '../src/delivery/redeliver/redeliveries.view.js';
import { Resumptions } from '../src/delivery/resume-deliveries/resumptions.view.js';
import { PluginClient } from '../src/outbound/plugin.client.js';
import type { Channel } from '../src/sending/channel.js';
import { eventChannel, type Issuer } from '../src/sending/channels.js';
import { DeliveryWorker } from '../src/sending/delivery.worker.js';
import { deliveryStore } from '../src/store.module.js';

export interface TestInstallation {
  readonly installationId: string;
  readonly secret: string;
}

/** Creates the facts that follow the registration of an endpoint. */
export type FactsAfterRegistration = (secret: string, installationId: string) => Promise<readonly EndpointFact[]>;

/**
 * Two workers over one queue, as in two processes of the service. Only the first is notified of new events, and only
 * the second receives the requests of admins.
 */
export interface TwoProcesses {
  readonly workers: readonly [DeliveryWorker, DeliveryWorker];
  notify(installationId: string): void;
  resume(installationId: string): Promise<void>;
  redeliver(installationId: string, deliveryId: string): Promise<boolean>;
}

interface WorkerOptions {
  readonly channel?: Channel;
  readonly deadlineMs?: number;
  readonly slowAfterMs?: number;
}

/** Long, so that commands do not expire while a shared machine is busy. */
const STORE_DEADLINE_MS = 30_000;

export class DeliveryWorkerHarness {
  readonly queue: DeliveryQueue;
  readonly attemptLog: AttemptLog;
  readonly redeliveries: Redeliveries;
  readonly resumptions: Resumptions;
  readonly circuitStore: CircuitStore;
  readonly secrets: SigningSecrets;
  /** How many milliseconds the test clock is ahead of the real clock. */
  private aheadMs = 0;
  private readonly plugins: RecordingPlugin[] = [];
  private readonly workers: {
    readonly worker: DeliveryWorker;
    readonly sender: Sender;
    readonly changes: CircuitChanges;
  }[] = [];

  private constructor(
    readonly opened: OpenStore,
    readonly issuer: Issuer,
  ) {
    this.queue = new DeliveryQueue(opened.dataSource);
    this.attemptLog = new AttemptLog(opened.dataSource);
    this.redeliveries = new Redeliveries(opened.dataSource);
    this.resumptions = new Resumptions(opened.dataSource);
    this.circuitStore = new CircuitStore(opened.dataSource);
    this.secrets = new SigningSecrets(issuer.sealingKeys);
  }

  static async on(databaseUrl: string): Promise<DeliveryWorkerHarness> {
    const issuer = { origin: 'http://127.0.0.1:8081', signingKey: newSigningKey(), sealingKeys: [newSealingKey()] };
    return new DeliveryWorkerHarness(
      await openEventStore({ ...deliveryStore, databaseUrl, deadlineMs: STORE_DEADLINE_MS }),
      issuer,
    );
  }

  now = (): number => Date.now() + this.aheadMs;

  /** Moves the test clock forward and wakes all workers. */
  advanceClock(ms: number): void {
    this.aheadMs += ms;
    for (const { worker } of this.workers) worker.notify('any');
  }

  async startWorker(options: WorkerOptions = {}): Promise<DeliveryWorker> {
    // Long, so that a loaded machine does not make a call to a healthy plugin fail.
    const { channel = eventChannel(this.secrets), deadlineMs = 20_000, slowAfterMs = 500 } = options;
    const connector = guardedConnector({ production: false, ownAddresses: [] }, systemResolver());
    const sender = new Sender(
      {
        deadlineMs,
        maxBodyBytes: 64 * 1024,
        storedBodyBytes: 2 * channel.storedResponseBytes,
        onOversize: 'truncate',
        connections: channel.limits.perHost,
      },
      connector,
    );
    const worker = new DeliveryWorker(channel, {
      queue: this.queue,
      attemptLog: this.attemptLog,
      plugins: new PluginClient(channel.name, sender, null),
      deadlineMs,
      slowAfterMs,
      now: this.now,
      realNow: this.now,
      random: () => 0.5,
    });
    const changes = new CircuitChanges(this.opened.dataSource);
    this.workers.push({ worker, sender, changes });
    await changes.start((installationId) => {
      worker.refresh(installationId);
    });
    worker.start();
    return worker;
  }

  async startProcesses(options: WorkerOptions = {}): Promise<TwoProcesses> {
    const [first, second] = [await this.startWorker(options), await this.startWorker(options)];
    return {
      workers: [first, second],
      notify: (installationId) => {
        first.notify(installationId);
      },
      resume: (installationId) => this.resumptions.resume(installationId, new Date(this.now())),
      redeliver: (installationId, deliveryId) => second.redeliver(installationId, deliveryId),
    };
  }

  /** Starts a recording plugin and registers its installation; the harness stops it at the end. */
  async installPlugin(then?: FactsAfterRegistration): Promise<{ plugin: RecordingPlugin } & TestInstallation> {
    const plugin = await RecordingPlugin.start();
    this.plugins.push(plugin);
    const installation = await this.install(plugin.baseUrl, then);
    plugin.addCredentials({
      installation_id: installation.installationId,
      api_base: '',
      token: '',
      signing_secret: installation.secret,
      scopes: [],
      settings: {},
    });
    return { plugin, ...installation };
  }

  /**
   * Registers an installation. `then` creates further facts after the registration; by default, the fact that the
   * plugin has its credentials.
   */
  async install(baseUrl: string, then: FactsAfterRegistration = handedOver): Promise<TestInstallation> {
    const installationId = newId('ins');
    const secret = newCredential('ks');
    const sealedSecret = await seal(this.issuer.sealingKeys, { secret }, sealedFor.signingSecret(installationId));
    const at = new Date().toISOString();
    const registered: EndpointFact = {
      type: 'EndpointRegistered',
      data: {
        organisationId: 'org_a',
        pluginId: 'ir.acme.invoices',
        sealedSecret,
        baseUrl,
        subscribedEvents: ['plugin.wallet.low'],
        version: '1.0.0',
        scopes: [],
        at,
      },
    };
    await this.record(installationId, [registered, ...(await then(secret, installationId))]);
    return { installationId, secret };
  }

  async record(installationId: string, facts: readonly EndpointFact[]): Promise<void> {
    await this.opened.store.run({
      name: 'Harness',
      streams: { endpoint: streamRef(endpointStream, installationId) },
      decide: () => accept({ endpoint: facts }, null),
    });
  }

  /** Appends an event to the feed and the queue, as a reaction does. Returns the event id. */
  async appendEvent(
    installationId: string,
    externalId: string,
    changes: Partial<Pick<NewEvent, 'data' | 'eventType'>> = {},
  ): Promise<string> {
    const { data = {}, eventType = 'plugin.proposal.settled' } = changes;
    // Specs of the worker do not depend on the rest of an event's data.
    const event = {
      eventId: newId('evt'),
      installationId,
      eventType,
      createdAt: new Date().toISOString(),
      data: { external_id: externalId, ...data },
    } as NewEvent;
    const { name, streams, decide } = appendEventCommand(event);
    const outcome = await this.opened.store.run({ name, streams, decide: (states) => decide(event, states) });
    if (!outcome.accepted) throw new Error(outcome.refusal.code);
    return event.eventId;
  }

  /** Returns the deliveries that are still queued, oldest first. */
  async queued(
    installationId: string,
  ): Promise<
    readonly { delivery_id: string; attempt: number; failures: number; dead_at: Date | null; due_at: Date }[]
  > {
    return this.opened.dataSource.query(
      `select delivery_id, attempt, failures, dead_at, due_at from delivery_queue
       where installation_id = $1 order by sequence`,
      [installationId],
    );
  }

  async attempts(
    deliveryId: string,
  ): Promise<readonly { attempt: number; status: number | null; error: string | null; duration_ms: number }[]> {
    return this.opened.dataSource.query(
      'select attempt, status, error, duration_ms from delivery_attempts where delivery_id = $1 order by attempt',
      [deliveryId],
    );
  }

  async stop(worker: DeliveryWorker): Promise<void> {
    const index = this.workers.findIndex((running) => running.worker === worker);
    const [found] = this.workers.splice(index, 1);
    await found?.changes.stop();
    await found?.worker.stop(0);
    await found?.sender.close();
  }

  async stopProcesses({ workers }: TwoProcesses): Promise<void> {
    for (const worker of workers) await this.stop(worker);
  }

  async close(): Promise<void> {
    for (const { worker } of [...this.workers]) await this.stop(worker);
    await this.opened.close();
    await Promise.all(this.plugins.map((plugin) => plugin.stop()));
  }
}

async function handedOver(): Promise<readonly EndpointFact[]> {
  return Promise.resolve([{ type: 'CredentialsHandedOver', data: { at: new Date().toISOString() } }]);
}
