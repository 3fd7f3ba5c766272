/** How the fleet has taken a release in: what each instance said, beside the hub's latest word. */
import type { Problem } from '@kushk/contracts';
import { factView, stateView } from '@kushk/event-store';
import { isCompatible } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { InstanceRow } from '../instance/instances.view.js';
import { releaseStream } from '../release/release.js';
import { judgementStream } from './judgement.js';

@Entity('judgements')
export class JudgementRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') instance_id: string;
  @Column('text') release_key: string;
  @Column('int') followed_sequence: number;
  @Column('json', { nullable: true }) problems: readonly Problem[] | null;
}

/** Every word of the hub on a release. */
@Entity('announcements')
export class AnnouncementRow {
  @PrimaryColumn('text') release_key: string;
  @PrimaryColumn('int') sequence: number;
}

export const judgementsView = stateView({
  entity: JudgementRow,
  of: judgementStream,
  row: ({ of, followedSequence, refusal }) =>
    of === null
      ? null
      : {
          instance_id: of.instanceId,
          release_key: of.releaseKey,
          followed_sequence: followedSequence,
          problems: refusal?.problems ?? null,
        },
});

export const announcementsView = factView({
  entity: AnnouncementRow,
  of: releaseStream,
  rows: (fact) =>
    'notice' in fact.data && fact.data.notice !== null
      ? [{ release_key: fact.id, sequence: fact.data.notice.sequence }]
      : [],
});

/** Instance by id: the publisher is shown an alias of it. */
export interface Fleet {
  readonly compatible: number;
  readonly accepted: number;
  readonly refused: readonly { readonly instance: string; readonly problems: readonly Problem[] }[];
}

@Injectable()
export class Judgements {
  constructor(
    @InjectRepository(InstanceRow) private readonly instances: Repository<InstanceRow>,
    @InjectRepository(AnnouncementRow) private readonly announcements: Repository<AnnouncementRow>,
  ) {}

  /**
   * Over the registered instances that could run the release: how many there are, how many follow the hub's latest word
   * on it (a suspension is in force where it is followed: contract §2), and which have refused it.
   */
  async fleetOf(release: { readonly release_key: string; readonly plugin_api: string }): Promise<Fleet> {
    const [instances, latest] = await Promise.all([
      this.instances
        .createQueryBuilder('i')
        .leftJoin(JudgementRow, 'j', 'j.instance_id = i.stream_id and j.release_key = :key', {
          key: release.release_key,
        })
        .select([
          'i.stream_id as id',
          'i.plugin_api as plugin_api',
          'j.followed_sequence as followed',
          'j.problems as problems',
        ])
        .orderBy('i.stream_id')
        .getRawMany<{ id: string; plugin_api: string; followed: number | null; problems: readonly Problem[] | null }>(),
      this.announcements.maximum('sequence', { release_key: release.release_key }),
    ]);
    const compatible = instances.filter(({ plugin_api }) => isCompatible(release.plugin_api, plugin_api));
    const follows = ({ followed }: { followed: number | null }): boolean =>
      latest !== null && followed !== null && followed >= latest;
    return {
      compatible: compatible.length,
      accepted: compatible.filter(follows).length,
      refused: compatible.flatMap((one) =>
        one.problems === null || follows(one) ? [] : [{ instance: one.id, problems: one.problems }],
      ),
    };
  }
}
