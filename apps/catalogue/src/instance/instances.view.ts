/** The registered instances, and how many of them can run a release. */
import type { InstanceResource } from '@kushk/contracts';
import type { LinkKeys } from '@kushk/credentials/nats-accounts';
import { batchLoader, stateView } from '@kushk/event-store';
import { isCompatible } from '@kushk/manifest';
import { normalisedSql, normalisedWords } from '@kushk/text-search';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { instanceResource } from './instance-resource.js';
import { instanceStream } from './instance.js';

/**
 * The columns are the values that queries filter, sort or count by; everything else that the API returns is in
 * `resource`.
 */
@Entity('instances')
export class InstanceRow {
  /** The id of the instance. */
  @PrimaryColumn('text') stream_id: string;
  @Column('text') plugin_api: string;
  @Column('json') resource: InstanceResource;
  /** Public keys of the instance's account on the hub's NATS. */
  @Column('json', { nullable: true }) link: LinkKeys | null;
}

export const instancesView = stateView({
  entity: InstanceRow,
  of: instanceStream,
  row: (instance, { id }) =>
    instance.status === 'absent'
      ? null
      : { plugin_api: instance.pluginApi, resource: instanceResource(id, instance), link: instance.link },
});

export interface InstanceCounts {
  readonly registered: number;
  readonly compatible: number;
}

interface PageOfInstances {
  readonly start: string | null;
  readonly limit: number;
  /** Words of the name and the id. */
  readonly q: string | null;
}

@Injectable()
export class Instances {
  private readonly counts = batchLoader((pluginApis: readonly string[]) => this.countAll(pluginApis));

  constructor(@InjectRepository(InstanceRow) private readonly instances: Repository<InstanceRow>) {}

  /** Returns one page, and one more row when there is a next page. */
  async page({ start, limit, q }: PageOfInstances): Promise<InstanceRow[]> {
    const query = this.instances
      .createQueryBuilder('i')
      .orderBy('i.stream_id', 'ASC')
      .limit(limit + 1);
    if (start !== null) query.andWhere('i.stream_id > :start', { start });
    const name = normalisedSql(`i.stream_id || ' ' || coalesce(i.resource->>'name', '')`);
    for (const [at, word] of normalisedWords(q ?? '').entries())
      query.andWhere(`strpos(${name}, :word${at}) > 0`, { [`word${at}`]: word });
    return await query.getMany();
  }

  async all(): Promise<InstanceResource[]> {
    const rows = await this.instances.find({ order: { stream_id: 'ASC' } });
    return rows.map(({ resource }) => resource);
  }

  /** Returns the origins for which the keys of the other instances are listed. */
  async originsOfOthers(id: string): Promise<string[]> {
    const others = (await this.all()).filter((instance) => instance.id !== id);
    return others.flatMap(({ public_key: key }) => (key?.['service_origins'] as string[] | undefined) ?? []);
  }

  /** Returns every instance, with the public keys of its account on the hub's NATS if it has one. */
  async links(): Promise<{ readonly id: string; readonly link: LinkKeys | null }[]> {
    const rows = await this.instances.find({ select: { stream_id: true, link: true }, order: { stream_id: 'ASC' } });
    return rows.map(({ stream_id: id, link }) => ({ id, link }));
  }

  /** Counts the instances, and those that can run a release with this `plugin_api`. */
  async count(pluginApi: string): Promise<InstanceCounts> {
    return (await this.counts.load(pluginApi)) ?? { registered: 0, compatible: 0 };
  }

  private async countAll(pluginApis: readonly string[]): Promise<ReadonlyMap<string, InstanceCounts>> {
    const offered = await this.instances.query<{ plugin_api: string; count: number }[]>(
      'select plugin_api, count(*)::int as count from instances group by plugin_api',
    );
    const sum = (rows: typeof offered): number => rows.reduce((total, { count }) => total + count, 0);
    const registered = sum(offered);
    return new Map(
      pluginApis.map((pluginApi) => {
        const compatible = sum(offered.filter(({ plugin_api }) => isCompatible(pluginApi, plugin_api)));
        return [pluginApi, { registered, compatible }];
      }),
    );
  }
}
