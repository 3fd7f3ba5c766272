/** What a person of the hub is notified of at a moment, from the tables of the catalogue. */
import {
  type HubNotificationKind,
  type HubNotificationResource,
  type HubRole,
  type StaffNotificationKind,
} from '@kushk/contracts';
import { LISTED_MS, notificationIdOf, WAITING_MS, type Listed } from '@kushk/person-session';
import { ANSWER_WITHIN_MS, type InstancesHealth } from '../instance/list-instances/instance-health.view.js';
import type { Instances } from '../instance/instances.view.js';
import { memberIdOf } from '../member/member.js';
import { pluginIdOf, versionOf } from '../release/release.js';
import { kindsFor } from './notification-reader.js';
import type {
  EventSource,
  KeySource,
  NotificationSources,
  OfPublishers,
  ReleaseSource,
} from './notification-sources.view.js';

/** Releases that wait and rollouts that stand still are listed however old they are. */
const EVER = new Date(0);
const DAY_MS = 24 * 60 * 60 * 1_000;
/** A key that ends within this time is about to expire. */
const KEY_ENDS_WITHIN_MS = 30 * DAY_MS;

/** A notification as the API returns it, but for the time, and for whether the person has read it. */
export type HubNotification = Listed & Omit<HubNotificationResource, 'at' | 'read'>;

export interface NotificationParts {
  readonly sources: NotificationSources;
  readonly instances: Pick<Instances, 'all'>;
  readonly health: Pick<InstancesHealth, 'of'>;
}
export interface StaffReader {
  readonly subject: string;
  readonly roles: readonly HubRole[];
  /** Null for all kinds. */
  readonly kind: StaffNotificationKind | null;
}

/** All that needs the attention of a member of staff with these roles, in no order. */
export async function staffNotifications(
  parts: NotificationParts,
  { subject, roles, kind: only }: StaffReader,
  now: Date,
): Promise<readonly HubNotification[]> {
  const { sources } = parts;
  const options = { publishers: null, own: [subject], since: before(now, LISTED_MS) };
  const waits = { ...options, since: EVER };
  const read: Readonly<Record<StaffNotificationKind, () => Promise<readonly HubNotification[]>>> = {
    release_waiting: () => waiting(sources, now),
    appeal_waiting: async () => (await sources.appealed(waits)).map((one) => ofRelease('appeal_waiting', one)),
    release_commented: async () =>
      (await sources.commented({ ...options, heldBy: subject })).map((one) => ofRelease('release_commented', one)),
    rollout_halted: async () => (await sources.halted(waits)).map((one) => ofRelease('rollout_halted', one)),
    instance_silent: () => silent(parts, now),
    key_expiring: () => expiring(sources, null, now),
  };
  const offered = kindsFor(roles);
  const kinds = (Object.keys(read) as StaffNotificationKind[]).filter(
    (kind) => (only === null || kind === only) && offered.includes(kind),
  );
  return (await Promise.all(kinds.map((kind) => read[kind]()))).flat();
}

/** All that a person gets as a member of these publishers, in no order. */
export async function memberNotifications(
  sources: NotificationSources,
  { subject, publishers }: { readonly subject: string; readonly publishers: readonly string[] },
  now: Date,
): Promise<readonly HubNotification[]> {
  if (publishers.length === 0) return [];
  const own = publishers.map((publisher) => memberIdOf(publisher, subject));
  const options = { publishers, own, since: before(now, LISTED_MS) };
  const [decided, commented, halted, keys] = await Promise.all([
    sources.decided(options),
    sources.commented({ ...options, heldBy: null }),
    sources.halted({ ...options, since: EVER }),
    expiring(sources, publishers, now),
  ]);
  return [
    ...decided.map((one) => ({ ...ofRelease('release_decided', one), event: decisionOf(one) })),
    ...commented.map((one) => ofRelease('release_commented', one)),
    ...halted.map((one) => ofRelease('rollout_halted', one)),
    ...keys,
  ];
}

async function waiting(sources: NotificationSources, now: Date): Promise<readonly HubNotification[]> {
  const submitted = { since: EVER, to: before(now, WAITING_MS) };
  return (await sources.waiting({ publishers: null, ...submitted })).map((one) =>
    ofRelease('release_waiting', { ...one, at: new Date(one.at.getTime() + WAITING_MS) }),
  );
}

async function silent({ instances, health }: NotificationParts, now: Date): Promise<readonly HubNotification[]> {
  const all = await instances.all();
  const states = await health.of(
    all.map(({ id }) => id),
    now,
  );
  return all.flatMap(({ id: instance_id, name }) => {
    const { state = null, waiting_since = null } = states.get(instance_id) ?? {};
    if (state !== 'silent' || waiting_since === null) return [];
    const at = new Date(Date.parse(waiting_since) + ANSWER_WITHIN_MS);
    return [{ ...NO_FIELDS, ...identified('instance_silent', instance_id, at), instance_id, name }];
  });
}

async function expiring(
  sources: NotificationSources,
  publishers: OfPublishers,
  now: Date,
): Promise<readonly HubNotification[]> {
  return (await sources.expiring(publishers, now, new Date(now.getTime() + KEY_ENDS_WITHIN_MS))).map(ofKey);
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function identified(kind: HubNotificationKind, of: string, at: Date) {
  return { id: notificationIdOf(kind, of, at), kind, at };
}

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
