/**
 * What the hub notifies people of, read from the tables of releases, rollouts and keys
 * (docs/adr/0048-notifications-computed-when-read.md).
 */
import { DECIDED_EVENTS, type HubNotificationResource } from '@kushk/contracts';
import { MAX_LISTED } from '@kushk/person-session';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ReleaseStatusRow } from '../release/releases.view.js';

/** Of which publishers; null for all of them. */
export type OfPublishers = readonly string[] | null;
interface ReadOptions {
  readonly publishers: OfPublishers;
  /** What happened before is not listed. */
  readonly since: Date;
}
/** What a person did is no notification: the subject of a member of staff, or the ids of a person's memberships. */
interface OthersOptions extends ReadOptions {
  readonly own: readonly string[];
}
export interface ReleaseSource {
  readonly release_key: string;
  readonly publisher_id: string;
  readonly publisher_name: string;
  readonly names: Readonly<Record<string, string>>;
  readonly at: Date;
}
export type EventSource = ReleaseSource & {
  readonly event: NonNullable<HubNotificationResource['event']> | 'commented';
};
export interface KeySource {
  readonly key_id: string;
  readonly publisher_id: string;
  readonly publisher_name: string;
  readonly label: string;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** The newest of the rows that `found` selects, with what lists show of their releases. $1: the publishers, or null. */
function newest(found: string): string {
  return `
    select found.*, release.publisher_id, publisher.name as publisher_name, submission.names
    from (${found} order by at desc limit ${MAX_LISTED}) found
    join release_statuses release on release.stream_id = found.release_key
    join submissions submission on submission.release_key = found.release_key
    join publishers publisher on publisher.stream_id = release.publisher_id`;
}
const OF_PUBLISHERS = '($1::text[] is null or s.publisher_id = any($1))';

/** $2: the times of submission from and to. */
const WAITING = newest(`
  select s.stream_id as release_key, s.submitted_at as at from release_statuses s
  where s.status = 'submitted' and s.submitted_at >= $2 and s.submitted_at <= $3 and ${OF_PUBLISHERS}`);
const APPEALED = newest(`
  select s.stream_id as release_key, (s.summary -> 'appeal' ->> 'at')::timestamptz as at from release_statuses s
  where s.status = 'in_review' and s.taken_by is null and s.summary -> 'appeal' is not null
    and (s.summary -> 'appeal' ->> 'at')::timestamptz >= $2 and ${OF_PUBLISHERS}`);
/** The audit has who halted a rollout and when, in the transaction of the fact. */
const HALTED = newest(`
  select r.stream_id as release_key, entry.at from rollouts r
  join release_statuses s on s.stream_id = r.stream_id
  cross join lateral (
    select a.at, a.actor_id from audit_entries a
    where a.organisation_id = '' and a.subject_id = r.stream_id and a.action = 'rollout.halted'
    order by a.entry_id desc limit 1) entry
  where r.state = 'halted' and entry.at >= $2 and entry.actor_id <> all($3) and ${OF_PUBLISHERS}`);

/** The newest matching event for each key. An event changes the release, so older releases are not looked into. */
function eventsFor(key: string, matching: string): string {
  return newest(`
    select * from (
      select distinct on (${key}) e.release_key, e.event ->> 'event' as event,
        (e.event ->> 'happened_at')::timestamptz as at
      from release_statuses s join release_events e on e.release_key = s.stream_id
      where (s.summary ->> 'updated_at')::timestamptz >= $2 and ${OF_PUBLISHERS} and ${matching}
      order by ${key}, e.number desc) events
    where at >= $2`);
}
/** An approval that publishes is one decision. */
const DECIDED = eventsFor(
  `e.release_key, e.event ->> 'happened_at'`,
  `e.event ->> 'event' = any($3) and e.event -> 'actor' ->> 'kind' = 'staff'`,
);
/** A conversation is one notification. $4: only releases that this reviewer holds; null for all. */
const COMMENTED = eventsFor(
  'e.release_key',
  `e.event ->> 'event' = 'commented' and coalesce(e.event -> 'actor' -> 'member' ->> 'id', '') <> all($3)
  and ($4::text is null or (s.status = 'in_review' and s.taken_by ->> 'subject' = $4))`,
);

/** Not the keys that were exchanged: they last for minutes. */
const EXPIRING = `
  select s.stream_id as key_id, s.publisher_id, publisher.name as publisher_name, s.resource ->> 'label' as label,
    s.created_at, (s.resource ->> 'expires_at')::timestamptz as expires_at
  from keys s join publishers publisher on publisher.stream_id = s.publisher_id
  where s.trust_id is null and s.resource ->> 'revoked_at' is null
    and (s.resource ->> 'expires_at')::timestamptz > $2 and (s.resource ->> 'expires_at')::timestamptz <= $3
    and ${OF_PUBLISHERS}
  order by expires_at desc limit ${MAX_LISTED}`;

@Injectable()
export class NotificationSources {
  constructor(@InjectRepository(ReleaseStatusRow) private readonly rows: Repository<ReleaseStatusRow>) {}

  /** Releases that were submitted until `to` and that no reviewer has taken, with the time of the submission. */
  async waiting({ publishers, since, to }: ReadOptions & { readonly to: Date }): Promise<ReleaseSource[]> {
    return await this.rows.query(WAITING, [publishers, since, to]);
  }

  /** Appeals that no reviewer has taken. */
  async appealed({ publishers, since }: ReadOptions): Promise<ReleaseSource[]> {
    return await this.rows.query(APPEALED, [publishers, since]);
  }

  /** Rollouts that stand still, with the time of their last halt. */
  async halted({ publishers, since, own }: OthersOptions): Promise<ReleaseSource[]> {
    return await this.rows.query(HALTED, [publishers, since, own]);
  }

  /** Each decision of staff. */
  async decided({ publishers, since }: ReadOptions): Promise<EventSource[]> {
    return await this.rows.query(DECIDED, [publishers, since, DECIDED_EVENTS]);
  }

  /** The newest comment of a publisher on each release; with `heldBy`, only on those that this reviewer holds. */
  async commented(options: OthersOptions & { readonly heldBy: string | null }): Promise<EventSource[]> {
    const { publishers, since, own, heldBy } = options;
    return await this.rows.query(COMMENTED, [publishers, since, own, heldBy]);
  }

  /** Keys of publishers that end after `from` and until `to`. */
  async expiring(publishers: OfPublishers, from: Date, to: Date): Promise<KeySource[]> {
    return await this.rows.query(EXPIRING, [publishers, from, to]);
  }
}
