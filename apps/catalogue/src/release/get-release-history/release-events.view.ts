/**
 * The events of every release. A stored event never changes. The label of a publisher key never changes either, so it
 * is joined when events are read.
 */
import type { ReleaseActor, ReleaseEvent } from '@kushk/contracts';
import { factView } from '@kushk/event-store';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { KeyRow } from '../../key/keys.view.js';
import { releaseKey, releaseStream } from '../release.js';
import { SubmissionRow } from '../releases.view.js';
import { releaseEvent, type RecordedEvent } from './release-event.js';

@Entity('release_events')
export class ReleaseEventRow {
  /** Key of the release: `<plugin_id>@<version>`. */
  @PrimaryColumn('text') release_key: string;
  /** Position in the stream of the release, starting at 1. */
  @PrimaryColumn('int') number: number;
  /** Id of the publisher key that sent the command; null for other actors. */
  @Column('text', { nullable: true }) key_id: string | null;
  @Column('json') event: RecordedEvent;
}

export const releaseEventsView = factView({
  entity: ReleaseEventRow,
  of: releaseStream,
  rows: (fact) => {
    const event = releaseEvent(fact, fact.meta.actor ?? { kind: 'system' });
    const key_id = event.actor.kind === 'publisher' ? event.actor.key_id : null;
    return [{ release_key: fact.id, number: fact.version, key_id, event }];
  },
});

type JoinedRow = ReleaseEventRow & {
  readonly submission: Pick<SubmissionRow, 'publisher_id'>;
  readonly key: KeyRow | null;
};

@Injectable()
export class ReleaseEvents {
  constructor(@InjectRepository(ReleaseEventRow) private readonly events: Repository<ReleaseEventRow>) {}

  /** Returns up to `limit` events in order, starting after the event with the number `after`. */
  async of(
    pluginId: string,
    version: string,
    { after, limit }: { readonly after: number; readonly limit: number },
  ): Promise<ReleaseEvent[]> {
    const rows = await this.events
      .createQueryBuilder('event')
      .innerJoinAndMapOne('event.submission', SubmissionRow, 'submission', 'submission.release_key = event.release_key')
      .leftJoinAndMapOne('event.key', KeyRow, 'key', 'key.stream_id = event.key_id')
      // The submission's summary may contain many warnings, and it would be read again for every event.
      .select(['event', 'submission.release_key', 'submission.publisher_id', 'key'])
      .where('event.release_key = :key and event.number > :after', { key: releaseKey(pluginId, version), after })
      .orderBy('event.number')
      .limit(limit)
      .getMany();
    return (rows as JoinedRow[]).map((row) => ({ number: row.number, ...row.event, actor: actorOf(row) }));
  }
}

function actorOf({ event: { actor }, submission, key }: JoinedRow): ReleaseActor {
  if (actor.kind !== 'publisher') return actor;
  return {
    kind: 'publisher',
    publisher_id: submission.publisher_id,
    key: key === null ? null : { id: key.stream_id, label: key.resource.label, last4: key.resource.last4 },
    member: actor.member,
  };
}
