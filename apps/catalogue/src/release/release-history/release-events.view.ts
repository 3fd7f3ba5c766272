/** Every move of every release, written once. The label of a publisher's key is read beside it: it never changes. */
import type { ReleaseActor, ReleaseEvent, ReleaseEventName, ReleaseStatus, Tier } from '@kushk/contracts';
import { factView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { isoTime } from '../../iso-time.view.js';
import { KeyRow } from '../../key/keys.view.js';
import { releaseKey, releaseStream } from '../release.js';
import { Submission } from '../releases.view.js';
import { releaseEvent, type RecordedEvent } from './release-event.js';

@Entity('release_events')
export class ReleaseEventRow implements RecordedEvent {
  /** `<plugin_id>@<version>` */
  @PrimaryColumn('text') release_key: string;
  /** Its place in the stream of the release. */
  @PrimaryColumn('int') number: number;
  @Column('text') event: ReleaseEventName;
  @Column('text') status: ReleaseStatus;
  @Column('timestamptz', isoTime) happened_at: string;
  @Column('text') actor_kind: 'publisher' | 'staff';
  @Column('text', { nullable: true }) actor_id: string | null;
  @Column('text', { nullable: true }) actor_role: 'reviewer' | 'operator' | null;
  @Column('text', { nullable: true }) notes: string | null;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('text', { nullable: true }) tier: Tier | '' | null;
  @Column('text', { nullable: true }) signature_keyid: string | null;
  @Column('int', { nullable: true }) sequence: number | null;
}

export const releaseEventsView = factView({
  entity: ReleaseEventRow,
  of: releaseStream,
  rows: (fact) => [
    { release_key: fact.id, number: fact.version, ...releaseEvent(fact, fact.meta.actor ?? { kind: 'system' }) },
  ],
});

type JoinedEvent = ReleaseEventRow & {
  readonly submission: Pick<Submission, 'publisher_id'>;
  readonly key: Pick<KeyRow, 'stream_id' | 'label' | 'last4'> | null;
};

@Injectable()
export class ReleaseEvents {
  constructor(@InjectRepository(ReleaseEventRow) private readonly events: Repository<ReleaseEventRow>) {}

  /** Up to `limit` moves after the one with the number `after`, in the order in which they happened. */
  async of(
    pluginId: string,
    version: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<ReleaseEvent[]> {
    const found = await this.events
      .createQueryBuilder('event')
      .innerJoinAndMapOne('event.submission', Submission, 'submission', 'submission.release_key = event.release_key')
      .leftJoinAndMapOne(
        'event.key',
        KeyRow,
        'key',
        "event.actor_kind = 'publisher' and key.stream_id = event.actor_id",
      )
      // Of a submission, warnings alone may be large, and they would come once more with every move.
      .select(['event', 'submission.release_key', 'submission.publisher_id', 'key.stream_id', 'key.label', 'key.last4'])
      .where('event.release_key = :key and event.number > :after', { key: releaseKey(pluginId, version), after })
      .orderBy('event.number')
      .limit(limit)
      .getMany();
    return (found as JoinedEvent[]).map(inWords);
  }
}

function inWords(row: JoinedEvent): ReleaseEvent {
  const { number, event, status, happened_at, notes, reason, tier, signature_keyid, sequence } = row;
  return { number, event, status, happened_at, actor: actorOf(row), notes, reason, tier, signature_keyid, sequence };
}

function actorOf({ actor_role: role, actor_id: id, submission, key }: JoinedEvent): ReleaseActor {
  if (role !== null) return { kind: 'staff', subject: id ?? '', role };
  return {
    kind: 'publisher',
    publisher_id: submission.publisher_id,
    key: key === null ? null : { id: key.stream_id, label: key.label, last4: key.last4 },
  };
}
