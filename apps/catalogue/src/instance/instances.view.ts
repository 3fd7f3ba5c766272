/** The registered instances of the fleet, and how many of them could run a release. */
import type { InstanceResource, JsonObject } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { InOneTurn, stateView } from '@kushk/event-store';
import { isCompatible } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { isoTime } from '../iso-time.view.js';
import { instanceStream } from './instance.js';

@Entity('instances')
export class InstanceRow {
  /** The instance's id. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') name: string;
  @Column('text') plugin_api: string;
  @Column('json', { nullable: true }) public_key: JsonObject | null;
  @Column('timestamptz', isoTime) registered_at: string;
  /** Of its account on the hub's NATS. */
  @Column('json', { nullable: true }) link: LinkKeys | null;
}

export const instancesView = stateView({
  entity: InstanceRow,
  of: instanceStream,
  row: (instance) =>
    instance.status === 'absent'
      ? null
      : {
          name: instance.name,
          plugin_api: instance.pluginApi,
          public_key: instance.publicKey ?? null,
          registered_at: instance.registeredAt,
          link: instance.link,
        },
});

@Injectable()
export class Instances {
  private readonly compatible = new InOneTurn((pluginApis: readonly string[]) => this.countCompatible(pluginApis));

  constructor(@InjectRepository(InstanceRow) private readonly instances: Repository<InstanceRow>) {}

  async all(): Promise<InstanceResource[]> {
    const rows = await this.instances.find({ order: { stream_id: 'ASC' } });
    return rows.map(({ stream_id: id, name, plugin_api, public_key, registered_at }) => ({
      id,
      name,
      plugin_api,
      public_key,
      registered_at,
    }));
  }

  /** Every instance, with the keys of its account on the hub's NATS where it has one. */
  async links(): Promise<{ readonly id: string; readonly link: LinkKeys | null }[]> {
    const rows = await this.instances.find({ select: { stream_id: true, link: true }, order: { stream_id: 'ASC' } });
    return rows.map(({ stream_id: id, link }) => ({ id, link }));
  }

  /** How many instances have the same major and an equal or higher minor of the plugin API (contract §4). */
  async compatibleWith(pluginApi: string): Promise<number> {
    return (await this.compatible.of(pluginApi)) ?? 0;
  }

  private async countCompatible(pluginApis: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const offered = await this.instances.query<{ plugin_api: string; count: number }[]>(
      'select plugin_api, count(*)::int as count from instances group by plugin_api',
    );
    return new Map(
      pluginApis.map((pluginApi) => [
        pluginApi,
        offered.reduce((sum, { plugin_api, count }) => sum + (isCompatible(pluginApi, plugin_api) ? count : 0), 0),
      ]),
    );
  }
}
