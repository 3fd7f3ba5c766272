/** What the courier's specs and its bench row stand on: a real queue, real plugins, a clock that can be put forward. */
import { sealedFor, type JsonObject } from '@kushk/contracts';
import { newCredential, newSealingKey, newSigningKey, seal } from '@kushk/credentials';
import { accept, streamRef, type Outcome } from '@kushk/decider';
import { openEventStore, type OpenStore } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { endpointStream, type EndpointFact } from '../src/endpoint/endpoint.js';
import { announce } from '../src/feed/announce/announce.js';
import { feedStream, orderKeys, type EventType } from '../src/feed/feed.js';
import { guardedConnector, systemResolve } from '../src/outbound/connector.handler.js';
import { Secrets } from '../src/outbound/secrets.handler.js';
import { Sender } from '../src/outbound/sender.handler.js';
import { CallQueue } from '../src/dispatch/call-queue.view.js';
import type { Channel } from '../src/dispatch/channel.js';
import { eventChannel, type Issuer } from '../src/dispatch/channels.js';
import { Courier } from '../src/dispatch/courier.handler.js';
import { deliveryStore } from '../src/store.module.js';

export interface Installed {
  readonly installationId: string;
  readonly secret: string;
}

/** The facts of an installation after the one that made it known. */
export type FactsAfter = (secret: string, installationId: string) => Promise<readonly EndpointFact[]>;

export class CourierRig {
  readonly queue: CallQueue;
  readonly secrets: Secrets;
  /** Milliseconds by which the courier's clock is ahead of the real one. */
  private aheadMs = 0;
  private readonly couriers: { readonly courier: Courier; readonly sender: Sender }[] = [];

  private constructor(
    readonly opened: OpenStore,
    readonly issuer: Issuer,
  ) {
    this.queue = new CallQueue(opened.dataSource);
    this.secrets = new Secrets(issuer.sealingKeys);
  }

  static async on(databaseUrl: string): Promise<CourierRig> {
    const issuer = { origin: 'http://127.0.0.1:8081', signingKey: newSigningKey(), sealingKeys: [newSealingKey()] };
    return new CourierRig(await openEventStore({ ...deliveryStore, databaseUrl }), issuer);
  }

  now = (): number => Date.now() + this.aheadMs;

  /** Puts the clock forward. */
  pass(ms: number): void {
    this.aheadMs += ms;
    for (const { courier } of this.couriers) courier.wake('nobody');
  }

  async courier(options: { channel?: Channel; deadlineMs?: number } = {}): Promise<Courier> {
    const { channel = eventChannel(this.secrets), deadlineMs = 1_000 } = options;
    const connector = guardedConnector({ production: false, ownAddresses: [] }, systemResolve());
    const sender = new Sender(
      { deadlineMs, maxBodyBytes: 64 * 1024, overlong: 'cut', connections: channel.limits.perHost },
      connector,
    );
    const courier = new Courier(channel, {
      queue: this.queue,
      send: (call) => sender.send(call),
      deadlineMs,
      now: this.now,
      random: () => 0.5,
    });
    this.couriers.push({ courier, sender });
    await courier.start();
    return courier;
  }

  /** An installation whose plugin has its credentials, or with other facts after the first. */
  async install(baseUrl: string, then: FactsAfter = handedOver): Promise<Installed> {
    const installationId = newId('ins');
    const secret = newCredential('ks');
    const sealedSecret = await seal(this.issuer.sealingKeys, { secret }, sealedFor.signingSecret(installationId));
    const at = new Date().toISOString();
    const noted: EndpointFact = {
      type: 'EndpointNoted',
      data: {
        organisationId: 'org_a',
        pluginId: 'ir.acme.invoices',
        sealedSecret,
        baseUrl,
        wantedEvents: ['plugin.wallet.low'],
        version: '1.0.0',
        scopes: [],
        at,
      },
    };
    await this.record(installationId, [noted, ...(await then(secret, installationId))]);
    return { installationId, secret };
  }

  async record(installationId: string, facts: readonly EndpointFact[]): Promise<void> {
    await this.opened.store.run({
      name: 'Rig',
      streams: { endpoint: streamRef(endpointStream, installationId) },
      decide: () => accept({ endpoint: facts }, null),
    });
  }

  /** Puts an event into the feed and the queue, as the reactions do; gives back its id. */
  async announce(
    installationId: string,
    externalId: string,
    data: JsonObject = {},
    eventType: EventType = 'plugin.proposal.settled',
  ): Promise<string> {
    const eventId = newId('evt');
    const happening = {
      eventId,
      installationId,
      eventType,
      orderKey: orderKeys.externalId(externalId),
      createdAt: new Date().toISOString(),
      data: { external_id: externalId, ...data },
    };
    const outcome: Outcome<null> = await this.opened.store.run({
      name: 'Rig',
      streams: { endpoint: streamRef(endpointStream, installationId), feed: streamRef(feedStream, installationId) },
      decide: (states) => announce(states, happening),
    });
    if (!outcome.accepted) throw new Error(outcome.refusal.code);
    return eventId;
  }

  /** What is still in the queue, oldest first. */
  async queued(
    installationId: string,
  ): Promise<readonly { call_id: string; attempt: number; spent: number; dead_at: Date | null; due_at: Date }[]> {
    return this.opened.dataSource.query(
      'select call_id, attempt, spent, dead_at, due_at from outgoing_calls where installation_id = $1 order by sequence',
      [installationId],
    );
  }

  async attempts(
    callId: string,
  ): Promise<readonly { attempt: number; status: number | null; error: string | null; duration_ms: number }[]> {
    return this.opened.dataSource.query(
      'select attempt, status, error, duration_ms from call_attempts where call_id = $1 order by attempt',
      [callId],
    );
  }

  async stop(courier: Courier): Promise<void> {
    const index = this.couriers.findIndex((one) => one.courier === courier);
    const [found] = this.couriers.splice(index, 1);
    await found?.courier.stop(0);
    await found?.sender.close();
  }

  async close(): Promise<void> {
    for (const { courier } of [...this.couriers]) await this.stop(courier);
    await this.opened.close();
  }
}

async function handedOver(): Promise<readonly EndpointFact[]> {
  return Promise.resolve([{ type: 'CredentialsHandedOver', data: { at: new Date().toISOString() } }]);
}
