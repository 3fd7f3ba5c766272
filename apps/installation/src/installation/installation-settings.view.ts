/**
 * The settings of installations, apart from the installations: settings have up to a megabyte, and most reads of an
 * installation, such as the authentication of every plugin call, do not need them.
 */
import { batchLoader, stateView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import type { Settings } from './installation-facts.js';
import { installationStream } from './installation.js';

@Entity('installation_settings')
export class InstallationSettingsRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('json') settings: Settings;
  @Column('int') settings_revision: number;
  /** The size of `settings` as JSON, so that a query can bound what it reads without reading it. */
  @Column('int') bytes: number;
}

export const installationSettings = stateView({
  entity: InstallationSettingsRow,
  of: installationStream,
  row: (installation) => {
    if (installation.status === 'absent') return null;
    const { settings, settingsRevision } = installation;
    return { settings, settings_revision: settingsRevision, bytes: Buffer.byteLength(JSON.stringify(settings)) };
  },
});

/** Settings in one query for all requests of one event-loop turn. What exceeds it is read one by one. */
const batchBytes = 4 * 1024 * 1024;

export interface InstalledRow extends InstallationSettingsRow {
  readonly organisation_id: string;
}

@Injectable()
export class InstallationSettings {
  private readonly installed = batchLoader((ids: readonly string[]) => this.findAllInstalled(ids));

  constructor(@InjectRepository(InstallationSettingsRow) private readonly rows: Repository<InstallationSettingsRow>) {}

  async find(installationId: string): Promise<InstallationSettingsRow | null> {
    return await this.rows.findOneBy({ stream_id: installationId });
  }

  /** The settings of an installation of the organisation that is not removed. */
  async findInstalled(organisationId: string, installationId: string): Promise<InstallationSettingsRow | null> {
    const row =
      (await this.installed.load(installationId)) ??
      (await this.findAllInstalled([installationId])).get(installationId);
    return row?.organisation_id === organisationId ? row : null;
  }

  /** The settings of these installations, but for removed ones: at least one, and no more after `maxBytes`. */
  async findAllInstalled(
    installationIds: readonly string[],
    maxBytes = batchBytes,
  ): Promise<ReadonlyMap<string, InstalledRow>> {
    const text = `
      select s.stream_id, s.settings, s.settings_revision, s.bytes, s.organisation_id from (
        select s.*, i.organisation_id, sum(s.bytes) over (order by s.stream_id) - s.bytes as bytes_before
        from installation_settings s join installations i using (stream_id)
        where s.stream_id = any($1) and i.status <> 'removed') s
      where bytes_before < $2`;
    const rows = await this.rows.query<InstalledRow[]>(text, [[...installationIds], maxBytes]);
    return new Map(rows.map((row) => [row.stream_id, row]));
  }

  /**
   * The settings of the first of these installations, in order of their ids: at least one, and no more after
   * `maxBytes`.
   */
  async findWithin(installationIds: readonly string[], maxBytes: number): Promise<InstallationSettingsRow[]> {
    const text = `
      select stream_id, settings, settings_revision, bytes from (
        select s.*, sum(bytes) over (order by stream_id) - bytes as bytes_before
        from installation_settings s where stream_id = any($1)) sized
      where bytes_before < $2 order by stream_id`;
    return await this.rows.query<InstallationSettingsRow[]>(text, [[...installationIds], maxBytes]);
  }
}
