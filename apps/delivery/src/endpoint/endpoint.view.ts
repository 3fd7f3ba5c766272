/** The endpoints as claims and tool calls read them: the URL of each plugin, and whether the plugin may be called. */
import { unreachable } from '@kushk/decider';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { IS_CALLABLE } from '../release/suspended-releases.view.js';
import {
  calledVersion,
  endpointStream,
  hasCredentials,
  isInstalledPending,
  moveOfCall,
  nextSecretOf,
  type RegisteredEndpoint,
  type RemovedEndpoint,
  type SealedSecret,
} from './endpoint.js';

@Entity('endpoints')
export class EndpointRow {
  /** The installation id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  /** The version that answers at `base_url`; null only where 0.1.0 removed the endpoint. */
  @Column('text', { nullable: true }) version: string | null;
  /** Where calls are pushed; null for a plugin that polls, so that no process claims or sends a call to it. */
  @Column('text', { nullable: true }) base_url: string | null;
  @Column('boolean') polls: boolean;
  /** Where the tools of a plugin that polls are called; null without an address. */
  @Column('text', { nullable: true }) tools_url: string | null;
  /** From when on the plugin was able to poll; null while it is not. */
  @Column('timestamptz', { nullable: true }) pollable_since: Date | null;
  /** Where the container of `base_url` is reached (`host:port`); null for an external plugin. */
  @Column('text', { nullable: true }) container_address: string | null;
  @Column('jsonb') secrets: readonly SealedSecret[];
  @Column('text') availability: string;
  /** Whether tools may be called and events pushed: the installation is not paused, suspended or removed. */
  @Column('boolean') calls_allowed: boolean;
  /** Whether the plugin that is called has the secret that verifies a push. */
  @Column('boolean') has_credentials: boolean;
  /** Whether an `installed` call is queued and not accepted by the plugin yet. */
  @Column('boolean') installed_pending: boolean;
  @Column('boolean') removed: boolean;
  /**
   * Where the current `installed` call goes and what signs it, if its version runs elsewhere than the installed one.
   */
  @Column('jsonb', { nullable: true }) move: {
    readonly base_url: string | null;
    readonly container_address: string | null;
    readonly secrets: readonly SealedSecret[];
  } | null;
  /** The version of an update that runs elsewhere; null while there is none. */
  @Column('text', { nullable: true }) move_version: string | null;
  /** When it is given up; null while there is none. */
  @Column('timestamptz', { nullable: true }) move_ends_at: Date | null;
  /** When people were last notified that the plugin fails or is silent; null for never. */
  @Column('timestamptz', { nullable: true }) health_reported_at: Date | null;
}

export const endpoints = stateView({
  entity: EndpointRow,
  of: endpointStream,
  row: (endpoint) => {
    switch (endpoint.status) {
      case 'unregistered':
        return null;
      case 'registered':
        return {
          ...addressOf(endpoint),
          ...pollingOf(endpoint),
          version: calledVersion(endpoint),
          availability: endpoint.availability,
          calls_allowed: endpoint.callsAllowed,
          has_credentials: hasCredentials(endpoint.credentials) && !endpoint.isReplaced,
          installed_pending: isInstalledPending(endpoint.credentials) && endpoint.credentials.deliveryId !== null,
          removed: false,
          move: targetOf(endpoint),
          move_version: endpoint.move?.version ?? null,
          move_ends_at: endpoint.move === null ? null : new Date(endpoint.move.giveUpAt),
          health_reported_at: endpoint.healthReportedAt === null ? null : new Date(endpoint.healthReportedAt),
        };
      case 'removed':
        return {
          ...addressOf(endpoint),
          polls: false,
          tools_url: null,
          pollable_since: null,
          version: endpoint.version,
          availability: 'removed',
          calls_allowed: false,
          has_credentials: false,
          installed_pending: false,
          removed: true,
          move: null,
          move_version: null,
          move_ends_at: null,
          health_reported_at: null,
        };
      default:
        return unreachable(endpoint);
    }
  },
});

/** The plugin of the new version has no other secret than the one that the call delivers. */
function targetOf(endpoint: RegisteredEndpoint): EndpointRow['move'] {
  const move = moveOfCall(endpoint);
  const sealed = nextSecretOf(endpoint);
  if (move === null || sealed === null) return null;
  const { baseUrl, containerAddress } = move;
  return { base_url: baseUrl, container_address: containerAddress, secrets: [{ sealed, signUntil: null }] };
}

function pollingOf({ polling }: RegisteredEndpoint): Pick<EndpointRow, 'polls' | 'tools_url' | 'pollable_since'> {
  const { toolsUrl = null, since = null } = polling ?? {};
  return { polls: polling !== null, tools_url: toolsUrl, pollable_since: since === null ? null : new Date(since) };
}

function addressOf(
  endpoint: RegisteredEndpoint | RemovedEndpoint,
): Pick<EndpointRow, 'organisation_id' | 'plugin_id' | 'base_url' | 'container_address' | 'secrets'> {
  const { organisationId, pluginId, baseUrl, containerAddress, secrets } = endpoint;
  return {
    organisation_id: organisationId,
    plugin_id: pluginId,
    base_url: baseUrl,
    container_address: containerAddress,
    secrets,
  };
}

@Injectable()
export class Endpoints {
  constructor(@InjectRepository(EndpointRow) private readonly rows: Repository<EndpointRow>) {}

  /** Returns the endpoint of an installation, including a removed one; null when it was never registered. */
  find(installationId: string): Promise<EndpointRow | null> {
    return this.rows.findOneBy({ stream_id: installationId });
  }

  /** Where the container with this base URL is reached; null when there is none. */
  async containerAddress(baseUrl: string): Promise<string | null> {
    const [row] = await this.rows.query<{ address: string }[]>(
      `select container_address as address from endpoints where base_url = $1 and container_address is not null
       union all
       select move->>'container_address' from endpoints where move->>'base_url' = $1 and move_ends_at is not null
       limit 1`,
      [baseUrl],
    );
    return row?.address ?? null;
  }

  /** Whether the installation and its release are neither paused nor suspended. */
  async isCallable(installationId: string): Promise<boolean> {
    const found = await this.rows.query<unknown[]>(
      `select from endpoints e where e.stream_id = $1 and ${IS_CALLABLE}`,
      [installationId],
    );
    return found.length > 0;
  }

  /** Returns true when the installation belongs to this organisation. */
  belongsTo(installationId: string, organisationId: string): Promise<boolean> {
    return this.rows.existsBy({ stream_id: installationId, organisation_id: organisationId });
  }
}
