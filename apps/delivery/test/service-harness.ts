/** Test harness of the whole service: its environment variables, and stub services that publish facts to it. */
import { BrokerConnection, createStreams, JetStreamFactStream } from '@kushk/broker';
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
import { publishFacts } from '@kushk/testing';
import { jetstreamManager } from '@nats-io/jetstream';

type Service = 'installation' | 'wallet' | 'workspace';

export interface TestEnvironment {
  readonly scope: string;
  readonly sealingKeys: readonly SealingKey[];
  /** The environment variables of the service. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Creates the environment of a delivery service with its own NATS subject prefix. */
export function newTestEnvironment(databaseUrl: string, healthPort: number): TestEnvironment {
  const scope = `d${newId('ins').slice(-14)}`;
  const sealingKeys = [newSealingKey()];
  return {
    scope,
    sealingKeys,
    variables: {
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

/** Publishes facts over JetStream in place of the other services of an instance. */
export class StubServices {
  private readonly lastSequences = new Map<Service, number>();

  private constructor(
    private readonly environment: TestEnvironment,
    private readonly connection: BrokerConnection,
    private readonly streams: ReadonlyMap<Service, JetStreamFactStream>,
  ) {}

  static async connect(environment: TestEnvironment): Promise<StubServices> {
    const connection = await BrokerConnection.connect(String(process.env['KUSHK_TEST_NATS_URL']), 'stub-services');
    const manager = await jetstreamManager(connection.nats, { checkAPI: false });
    const url = environment.variables['KUSHK_NATS_URL'] as string;
    await createStreams({ url, scope: environment.scope });
    const streams = new Map<Service, JetStreamFactStream>();
    for (const service of ['installation', 'wallet', 'workspace'] as const) {
      const stream = new JetStreamFactStream(connection, manager, { scope: environment.scope, service });
      streams.set(service, stream);
    }
    return new StubServices(environment, connection, streams);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /** Publishes a fact after all earlier facts of the same service. */
  async publish<Data extends { installation_id: string }>(
    service: Service,
    type: PublicFactType<Data>,
    data: NoInfer<Data>,
  ): Promise<void> {
    const sequence = await publishFacts(
      this.streams.get(service) as JetStreamFactStream,
      [
        {
          subject: `${this.environment.scope}.${type.subject}.${data.installation_id.replace('_', '-')}`,
          eventId: newId('evt'),
          body: JSON.stringify(data),
          headers: {
            [factHeaders.stream]: `${service}-${data.installation_id}`,
            [factHeaders.at]: new Date().toISOString(),
          },
        },
      ],
      this.lastSequences.get(service) ?? 0,
    );
    this.lastSequences.set(service, sequence);
  }

  /**
   * Publishes the facts that make the service send `installed`: the installation request and the release of the
   * credentials.
   */
  async install(
    baseUrl: string,
    events: readonly string[] = [],
    declared: Partial<InstalledCapabilities> = {},
  ): Promise<{ installationId: string; secret: string; fields: InstallationFields }> {
    const installationId = newId('ins');
    const secret = newCredential('ks');
    const fields: InstallationFields = {
      installation_id: installationId,
      organisation_id: 'org_a',
      plugin_id: 'ir.acme.invoices',
      at: new Date().toISOString(),
    };
    const { sealingKeys } = this.environment;
    await this.publish('installation', installationFacts.installationRequested, {
      ...fields,
      plan: null,
      api_base: 'http://127.0.0.1:8081/api',
      sealed_signing_secret: await seal(sealingKeys, { secret }, sealedFor.signingSecret(installationId)),
      capabilities: { ...capabilities(baseUrl, events), ...declared },
    });
    const body = JSON.stringify({
      event: 'installed',
      installation_id: installationId,
      alias: 'inst_0123456789ABCDEFGHJK',
      api_base: 'http://127.0.0.1:8081/api',
      token: newCredential('ki'),
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
    await this.publish('installation', installationFacts.credentialsReleased, {
      ...fields,
      sealed_lifecycle: await seal(sealingKeys, { body }, sealedFor.lifecycle(installationId)),
    });
    return { installationId, secret, fields };
  }

  /** Publishes the facts of an update to a version that runs elsewhere. Returns the new signing secret. */
  async move(fields: InstallationFields, baseUrl: string, giveUpAt: Date): Promise<string> {
    const { installation_id: id } = fields;
    const version = '1.1.0';
    const secret = newCredential('ks');
    const { sealingKeys } = this.environment;
    await this.publish('installation', installationFacts.moveStarted, {
      ...fields,
      capabilities: capabilities(baseUrl, [], { version }),
      give_up_at: giveUpAt.toISOString(),
    });
    const body = JSON.stringify({
      event: 'installed',
      reconnect: true,
      installation_id: id,
      alias: 'inst_0123456789ABCDEFGHJK',
      api_base: 'http://127.0.0.1:8081/api',
      token: newCredential('ki'),
      signing_secret: secret,
      scopes: [],
      settings: {},
    });
    await this.publish('installation', installationFacts.credentialsRenewed, {
      ...fields,
      version,
      sealed_lifecycle: await seal(sealingKeys, { body }, sealedFor.lifecycle(id)),
      sealed_signing_secret: await seal(sealingKeys, { secret }, sealedFor.signingSecret(id)),
    });
    return secret;
  }

  async publishProposalSettled(
    installationId: string,
    externalId: string,
    changes: { reason?: string; revision?: number } = {},
  ): Promise<void> {
    const settled = proposalSettled(installationId, externalId);
    await this.publish('workspace', workspaceFacts.proposalSettled, { ...settled, ...changes });
  }

  async publishBalanceLow(fields: InstallationFields): Promise<void> {
    await this.publish('wallet', walletFacts.balanceLow, { ...fields, available: '1', threshold: '5' });
  }
}

export interface InstallationFields {
  readonly installation_id: string;
  readonly organisation_id: string;
  readonly plugin_id: string;
  readonly at: string;
}

/** A proposal that a person rejected without a reason. */
export function proposalSettled(installationId: string, externalId: string): ProposalSettledV1 {
  return {
    installation_id: installationId,
    organisation_id: 'org_a',
    at: new Date().toISOString(),
    proposal_id: 'prp_1',
    external_id: externalId,
    record_type: 'case',
    record_id: 'cas_1',
    outcome: 'rejected',
    reason: null,
    settled_by: 'person',
    revision: 1,
  };
}

/** The part of a manifest that delivery uses. */
export function capabilities(
  baseUrl: string,
  events: readonly string[],
  changes: { readonly version?: string; readonly scopes?: readonly string[] } = {},
): InstalledCapabilities {
  const { version = '1.0.0', scopes = [] } = changes;
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
