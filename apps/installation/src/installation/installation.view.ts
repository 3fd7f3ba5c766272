/** Installations as they are found: by token, by organisation, by the version that runs. */
import type { InstallationStatus } from '@kushk/contracts';
import { stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, In, MoreThan, MoreThanOrEqual, Not, PrimaryColumn, Repository } from 'typeorm';
import {
  installationStream,
  statusOf,
  type ExistingInstallation,
  type Grants,
  type Locale,
  type PendingVersion,
  type Settings,
} from './installation.js';

@Entity('installations')
export class InstallationRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') organisation_id: string;
  @Column('text') plugin_id: string;
  @Column('text') version: string;
  @Column('text') status: InstallationStatus;
  /** Null once removed: the token finds nothing any more. */
  @Column('text', { nullable: true }) token_hash: string | null;
  @Column('text') token_last4: string;
  /** Of the token before, while it goes on: see `previous_token_until`. */
  @Column('text', { nullable: true }) previous_token_hash: string | null;
  @Column('timestamptz', { nullable: true }) previous_token_until: Date | null;
  @Column('text') machine_user_id: string;
  @Column('json') grants: Grants;
  @Column('json', { nullable: true }) pending: PendingVersion | null;
  @Column('json') settings: Settings;
  @Column('int') settings_revision: number;
  @Column('json') locale: Locale;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') updated_at: Date;
  @Column('timestamptz', { nullable: true }) installed_at: Date | null;
}

export const installations = stateView({
  entity: InstallationRow,
  of: installationStream,
  row: (installation) => (installation.phase === 'absent' ? null : rowOf(installation)),
});

/** The row of a state; a command answers with it what the view then shows. */
export function rowOf(installation: ExistingInstallation): InstallationRow {
  const previous = installation.phase === 'removed' ? null : installation.previousToken;
  return {
    stream_id: installation.installationId,
    organisation_id: installation.organisationId,
    plugin_id: installation.pluginId,
    version: installation.grants.version,
    status: statusOf(installation),
    token_hash: installation.phase === 'removed' ? null : installation.tokenHash,
    token_last4: installation.tokenLast4,
    previous_token_hash: previous?.hash ?? null,
    previous_token_until: previous === null ? null : new Date(previous.until),
    machine_user_id: installation.machineUserId,
    grants: installation.grants,
    pending: installation.pending,
    settings: installation.settings,
    settings_revision: installation.settingsRevision,
    locale: installation.locale,
    created_at: new Date(installation.createdAt),
    updated_at: new Date(installation.updatedAt),
    installed_at: installation.installedAt === null ? null : new Date(installation.installedAt),
  };
}

/** Reads are never kept: a removal or a suspension counts for the next question. */
@Injectable()
export class Installations {
  constructor(@InjectRepository(InstallationRow) private readonly rows: Repository<InstallationRow>) {}

  /** By the hashes of their tokens; one that was renewed goes on until its time is over. */
  async byToken(tokenHashes: readonly string[], at: Date): Promise<ReadonlyMap<string, InstallationRow>> {
    const hashes = In([...tokenHashes]);
    const rows = await this.rows.find({
      where: [{ token_hash: hashes }, { previous_token_hash: hashes, previous_token_until: MoreThan(at) }],
    });
    const found = new Map<string, InstallationRow>();
    for (const row of rows) {
      if (row.token_hash !== null) found.set(row.token_hash, row);
      if (row.previous_token_hash !== null && row.previous_token_until !== null && row.previous_token_until > at)
        found.set(row.previous_token_hash, row);
    }
    return found;
  }

  async find(installationId: string): Promise<InstallationRow | null> {
    return await this.rows.findOneBy({ stream_id: installationId });
  }

  /** By id, which is by age, after the id `start`; without the removed ones. */
  async ofOrganisation(organisationId: string, start: string | null, limit: number): Promise<InstallationRow[]> {
    const where = {
      organisation_id: organisationId,
      status: Not('removed' as const),
      ...(start !== null && { stream_id: MoreThan(start) }),
    };
    return await this.rows.find({ where, order: { stream_id: 'ASC' }, take: limit });
  }

  /** Those of an organisation that run some of these plugins. */
  async standing(organisationId: string, pluginIds: readonly string[]): Promise<InstallationRow[]> {
    return await this.rows.findBy({
      organisation_id: organisationId,
      plugin_id: In([...pluginIds]),
      status: Not('removed'),
    });
  }

  /** All of one version, in every organisation. */
  async ofVersion(pluginId: string, version: string): Promise<InstallationRow[]> {
    return await this.rows.findBy({ plugin_id: pluginId, version, status: Not('removed') });
  }

  /** All of one plugin, in every organisation, whatever version they run. */
  async ofPlugin(pluginId: string): Promise<InstallationRow[]> {
    return await this.rows.findBy({ plugin_id: pluginId, status: Not('removed') });
  }

  /** All of some plugins, the removed ones too: they count for the months in which they ran. */
  async everOf(pluginIds: readonly string[]): Promise<InstallationRow[]> {
    return await this.rows.find({ where: { plugin_id: In([...pluginIds]) }, order: { stream_id: 'ASC' } });
  }

  /** Those whose tools the assistant may call, by id, from the id `start` on; what they run, and nothing else of them. */
  async callable(
    organisationId: string,
    start: string,
  ): Promise<Pick<InstallationRow, 'stream_id' | 'plugin_id' | 'version'>[]> {
    const where = {
      organisation_id: organisationId,
      status: In(['installed', 'consent_pending']),
      stream_id: MoreThanOrEqual(start),
    };
    return await this.rows.find({
      select: { stream_id: true, plugin_id: true, version: true },
      where,
      order: { stream_id: 'ASC' },
    });
  }
}
