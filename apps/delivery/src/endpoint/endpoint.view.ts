/** Where each installation's plugin listens and whether it may be called: read at every claim and every tool call. */
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { endpointStream, type SealedSecret } from './endpoint.js';

@Entity('endpoints')
export class EndpointRow {
  /** The installation's id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text', { nullable: true }) base_url: string | null;
  @Column('jsonb') secrets: readonly SealedSecret[];
  @Column('text') availability: string;
  /** Tools may be called and events pushed: neither paused nor suspended nor removed. */
  @Column('boolean') callable: boolean;
  /** The plugin has the secret by which it can check a push. */
  @Column('boolean') equipped: boolean;
  @Column('boolean') awaiting_answer: boolean;
  @Column('boolean') removed: boolean;
}

export const endpoints = stateView({
  entity: EndpointRow,
  of: endpointStream,
  row: (endpoint) => {
    if (endpoint.status === 'unknown') return null;
    const { organisationId, pluginId, baseUrl, secrets } = endpoint;
    const known = endpoint.status === 'known' ? endpoint : null;
    return {
      organisation_id: organisationId,
      plugin_id: pluginId,
      base_url: baseUrl,
      secrets,
      availability: known?.availability ?? 'removed',
      callable: known?.callable ?? false,
      equipped: known?.equipped ?? false,
      awaiting_answer: known?.awaitingAnswer ?? false,
      removed: known === null,
    };
  },
});

@Injectable()
export class Endpoints {
  constructor(@InjectRepository(EndpointRow) private readonly rows: Repository<EndpointRow>) {}

  /** Removed ones too; null where delivery has never heard of the installation. */
  of(installationId: string): Promise<EndpointRow | null> {
    return this.rows.findOneBy({ stream_id: installationId });
  }

  /** Whether the installation is one of this organisation. */
  belongs(installationId: string, organisationId: string): Promise<boolean> {
    return this.rows.existsBy({ stream_id: installationId, organisation_id: organisationId });
  }
}
