/** For the specs of the whole service: the environment of one, and the services around it that publish facts. */
import { JetStreamFactStream, Link } from '@kushk/broker';
import {
  installationFacts,
  sealedFor,
  walletFacts,
  workspaceFacts,
  type InstalledCapabilities,
  type ProposalSettledV1,
  type PublicFactType,
} from '@kushk/contracts';
import { newCredential, newSealingKey, newSigningKey, seal, type SealingKey } from '@kushk/credentials';
import { factHeaders } from '@kushk/event-store';
import { newId } from '@kushk/runtime';
import { jetstreamManager } from '@nats-io/jetstream';

type Service = 'installation' | 'wallet' | 'workspace';

export interface World {
  readonly scope: string;
  readonly sealingKeys: readonly SealingKey[];
  readonly environment: Readonly<Record<string, string>>;
}

/** A scope of its own on the run's NATS, and the environment of a delivery service in it. */
export function newWorld(databaseUrl: string, healthPort: number): World {
  const scope = `d${newId('ins').slice(-14)}`;
  const sealingKeys = [newSealingKey()];
  return {
    scope,
    sealingKeys,
    environment: {
      KUSHK_ENVIRONMENT: 'test',
      KUSHK_SERVICE: 'delivery',
      KUSHK_SCOPE: scope,
      KUSHK_DATABASE_URL: databaseUrl,
      KUSHK_NATS_URL: String(process.env['KUSHK_TEST_NATS_URL']),
      KUSHK_HEALTH_PORT: String(healthPort),
      KUSHK_SERVICE_ORIGIN: 'http://127.0.0.1:8081',
      KUSHK_SEALING_KEYS: JSON.stringify(sealingKeys),
      KUSHK_SIGNING_KEY: JSON.stringify(newSigningKey()),
      LOG_LEVEL: 'silent',
    },
  };
}

/** What the other services of the instance say, over JetStream as they do. */
export class Neighbours {
  private readonly ends = new Map<Service, number>();

  private constructor(
    private readonly world: World,
    private readonly link: Link,
    private readonly streams: ReadonlyMap<Service, JetStreamFactStream>,
  ) {}

  static async of(world: World): Promise<Neighbours> {
    const link = await Link.to(String(process.env['KUSHK_TEST_NATS_URL']), 'neighbours');
    const manager = await jetstreamManager(link.connection, { checkAPI: false });
    const streams = new Map<Service, JetStreamFactStream>();
    for (const service of ['installation', 'wallet', 'workspace'] as const) {
      const stream = new JetStreamFactStream(link, manager, { scope: world.scope, service, replicas: 1 });
      await stream.prepare();
      streams.set(service, stream);
    }
    return new Neighbours(world, link, streams);
  }

  async close(): Promise<void> {
    await this.link.close();
  }

  /** Publishes a fact; the same `eventId` again is the same fact, delivered twice. */
  async say<Data extends { installation_id: string }>(
    service: Service,
    type: PublicFactType<Data>,
    data: NoInfer<Data>,
    eventId: string = newId('evt'),
  ): Promise<string> {
    const stream = this.streams.get(service);
    const after = this.ends.get(service) ?? 0;
    const end = await stream?.publish(
      [
        {
          subject: `${this.world.scope}.${type.subject}.${data.installation_id.replace('_', '-')}`,
          eventId,
          body: JSON.stringify(data),
          headers: {
            [factHeaders.stream]: `${service}-${data.installation_id}`,
            [factHeaders.at]: new Date().toISOString(),
          },
        },
      ],
      after,
    );
    this.ends.set(service, end ?? after);
    return eventId;
  }

  /** Requested, and its credentials released: what happens until the plugin gets `installed`. */
  async install(
    baseUrl: string,
    events: readonly string[] = [],
  ): Promise<{ installationId: string; secret: string; of: Of }> {
    const installationId = newId('ins');
    const secret = newCredential('ks');
    const of: Of = {
      installation_id: installationId,
      organisation_id: 'org_a',
      plugin_id: 'ir.acme.invoices',
      at: new Date().toISOString(),
    };
    const { sealingKeys } = this.world;
    await this.say('installation', installationFacts.installationRequested, {
      ...of,
      plan: null,
      api_base: 'http://127.0.0.1:8081/api',
      sealed_signing_secret: await seal(sealingKeys, { secret }, sealedFor.signingSecret(installationId)),
      capabilities: capabilities(baseUrl, events),
    });
    const body = JSON.stringify({
      event: 'installed',
      installation_id: installationId,
      api_base: 'http://127.0.0.1:8081/api',
      token: newCredential('ki'),
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
    await this.say('installation', installationFacts.credentialsReleased, {
      ...of,
      sealed_lifecycle: await seal(sealingKeys, { body }, sealedFor.lifecycle(installationId)),
    });
    return { installationId, secret, of };
  }

  async settle(
    installationId: string,
    externalId: string,
    more: { reason?: string; revision?: number } = {},
  ): Promise<string> {
    return this.say('workspace', workspaceFacts.proposalSettled, { ...settled(installationId, externalId), ...more });
  }

  async runLow(of: Of): Promise<void> {
    await this.say('wallet', walletFacts.walletRanLow, { ...of, available: '1', threshold: '5' });
  }
}

export interface Of {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly plugin_id: string;
  readonly at: string;
}

/** A proposal that a person has rejected without a reason. */
export function settled(installationId: string, externalId: string): ProposalSettledV1 {
  return {
    installation_id: installationId,
    organisation_id: 'org_a',
    at: new Date().toISOString(),
    proposal_id: 'prp_1',
    external_id: externalId,
    record_type: 'case',
    outcome: 'rejected',
    reason: null,
    settled_by: 'person',
    revision: 1,
  };
}

/** What a manifest of this version gives the plugin, as far as delivery cares. */
export function capabilities(
  baseUrl: string,
  events: readonly string[],
  version = '1.0.0',
  scopes: readonly string[] = [],
): InstalledCapabilities {
  return {
    plugin_id: 'ir.acme.invoices',
    version,
    kind: 'external',
    base_url: baseUrl,
    scopes,
    records: [],
    proposals: [],
    sources: [],
    services: [],
    plans: [],
    events,
  };
}
