/** What a person of the hub is notified of at a moment, from the tables of the catalogue. */
import {
  staffNotificationKinds,
  type HubNotificationKind,
  type HubNotificationResource,
  type HubRole,
} from '@kushk/contracts';
import { LISTED_MS, WAITING_MS, type Listed } from '@kushk/person-session';
import { base32 } from '@kushk/runtime';
import { v5 } from 'uuid';
import type { InstancesHealth } from '../instance/list-instances/instance-health.view.js';
import type { Instances } from '../instance/instances.view.js';
import { memberIdOf } from '../member/member.js';
import { pluginIdOf, versionOf } from '../release/release.js';
import type {
  EventSource,
  KeySource,
  NotificationSources,
  OfPublishers,
  ReleaseSource,
} from './notification-sources.view.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A key that ends within this time is about to expire. */
const KEY_ENDS_WITHIN_MS = 30 * DAY_MS;

/** A notification as the API returns it, but for the time, and for whether the person has read it. */
export type HubNotification = Listed & Omit<HubNotificationResource, 'at' | 'read'>;

export interface HubNotificationParts {
  readonly sources: NotificationSources;
  readonly instances: Pick<Instances, 'all'>;
  readonly health: Pick<InstancesHealth, 'of'>;
}

/** Nothing of it is stored for a person (docs/adr/0048-notifications-computed-when-read.md). */
export class HubNotifications {
  constructor(private readonly parts: HubNotificationParts) {}

  /** All that needs the attention of a member of staff with these roles, in no order. */
  async ofStaff(subject: string, roles: readonly HubRole[], now: Date): Promise<readonly HubNotification[]> {
    const { sources } = this.parts;
    const options = { publishers: null, own: [subject], since: since(now) };
    const waited = {
      publishers: null,
      since: new Date(options.since.getTime() - WAITING_MS),
      to: before(now, WAITING_MS),
    };
    const read: Readonly<Record<keyof typeof staffNotificationKinds, () => Promise<readonly HubNotification[]>>> = {
      release_waiting: async () =>
        (await sources.waiting(waited)).map((one) =>
          ofRelease('release_waiting', { ...one, at: new Date(one.at.getTime() + WAITING_MS) }),
        ),
      appeal_waiting: async () => (await sources.appealed(options)).map((one) => ofRelease('appeal_waiting', one)),
      release_commented: async () =>
        (await sources.commented({ ...options, heldBy: subject })).map((one) => ofRelease('release_commented', one)),
      rollout_halted: async () => (await sources.halted(options)).map((one) => ofRelease('rollout_halted', one)),
      instance_silent: () => this.silent(now),
      key_expiring: () => this.expiring(null, now),
    };
    const kinds = (Object.keys(read) as (keyof typeof read)[]).filter((kind) =>
      staffNotificationKinds[kind].some((role) => roles.includes(role)),
    );
    return (await Promise.all(kinds.map((kind) => read[kind]()))).flat();
  }

  /** All that the person gets as a member of these publishers, in no order. */
  async ofMember(subject: string, publishers: readonly string[], now: Date): Promise<readonly HubNotification[]> {
    if (publishers.length === 0) return [];
    const { sources } = this.parts;
    const own = publishers.map((publisher) => memberIdOf(publisher, subject));
    const options = { publishers, own, since: since(now) };
    const [decided, commented, halted, expiring] = await Promise.all([
      sources.decided(options),
      sources.commented({ ...options, heldBy: null }),
      sources.halted(options),
      this.expiring(publishers, now),
    ]);
    return [
      ...decided.map((one) => ({ ...ofRelease('release_decided', one), event: decisionOf(one) })),
      ...commented.map((one) => ofRelease('release_commented', one)),
      ...halted.map((one) => ofRelease('rollout_halted', one)),
      ...expiring,
    ];
  }

  private async silent(now: Date): Promise<readonly HubNotification[]> {
    const instances = await this.parts.instances.all();
    const health = await this.parts.health.of(
      instances.map(({ id }) => id),
      now,
    );
    return instances.flatMap(({ id: instance_id, name }) => {
      const { state = null, waiting_since = null } = health.get(instance_id) ?? {};
      if (state !== 'silent' || waiting_since === null) return [];
      const at = new Date(waiting_since);
      return [{ ...NO_FIELDS, ...identified('instance_silent', instance_id, at), instance_id, name }];
    });
  }

  private async expiring(publishers: OfPublishers, now: Date): Promise<readonly HubNotification[]> {
    const end = new Date(now.getTime() + KEY_ENDS_WITHIN_MS);
    return (await this.parts.sources.expiring(publishers, now, end)).map(ofKey);
  }
}

function since(now: Date): Date {
  return before(now, LISTED_MS);
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** What is read from tables has no id of its own. What happens again at another time is another notification. */
function identified(kind: HubNotificationKind, of: string, at: Date) {
  const id = base32(v5(`${kind} ${of} ${at.toISOString()}`, NAMESPACE, new Uint8Array(ID_BYTES)));
  return { id: `ntf_${id}`, kind, at };
}

/** A namespace of our own for name-based UUIDs (RFC 9562, version 5). It never changes. */
const NAMESPACE = '6f0c9b1e-2d3a-4c57-9a41-7e8b5d20c3f6';
const ID_BYTES = 16;

function ofRelease(kind: HubNotificationKind, source: ReleaseSource): HubNotification {
  const { release_key, publisher_id, publisher_name, names, at } = source;
  const release = { plugin_id: pluginIdOf(release_key), version: versionOf(release_key), names };
  return { ...NO_FIELDS, ...identified(kind, release_key, at), publisher_id, publisher_name, ...release };
}

function decisionOf({ event }: EventSource): HubNotification['event'] {
  return event === 'commented' ? null : event;
}

/** A key that was issued for a shorter time begins to need attention when it is issued. */
function ofKey({ key_id, publisher_id, publisher_name, label, created_at, expires_at }: KeySource): HubNotification {
  const at = new Date(Math.max(created_at.getTime(), expires_at.getTime() - KEY_ENDS_WITHIN_MS));
  const key = { key_id, name: label, expires_at: expires_at.toISOString() };
  return { ...NO_FIELDS, ...identified('key_expiring', key_id, at), publisher_id, publisher_name, ...key };
}

const NO_FIELDS = {
  publisher_id: null,
  publisher_name: null,
  plugin_id: null,
  version: null,
  names: null,
  event: null,
  instance_id: null,
  key_id: null,
  name: null,
  expires_at: null,
} as const;
