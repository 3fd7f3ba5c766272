/** Requests and replies of the catalogue for the notifications of the operator's staff and of people of publishers. */
import { decisionRequires, requiresNoRole } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';
import type { MailState, PreferencesByKind } from './notification-preferences.js';
import type { HubRole } from './staff.js';

/** Which of the operator's staff gets a kind (docs/reference/notifications.md). */
export const staffNotificationKinds = {
  /** A submitted release has waited for a reviewer for over a day. */
  release_waiting: ['operator', 'reviewer'],
  /** A publisher appealed, and no reviewer has taken the release. */
  appeal_waiting: ['operator', 'reviewer'],
  /** A publisher commented on the release that this reviewer holds. */
  release_commented: ['reviewer'],
  /** The rollout of a release stands still; not for who halted it. */
  rollout_halted: ['operator', 'reviewer'],
  /** An instance does not answer what the hub sends it. */
  instance_silent: ['operator'],
  /** A publisher key ends within 30 days. */
  key_expiring: ['operator'],
} as const satisfies Readonly<Record<string, readonly HubRole[]>>;
export type StaffNotificationKind = keyof typeof staffNotificationKinds;
/** What the people of a publisher get. `release_decided`: staff of the hub changed the status of a release. */
export const PUBLISHER_NOTIFICATION_KINDS = [
  'release_decided',
  'release_commented',
  'rollout_halted',
  'key_expiring',
] as const;
export type PublisherNotificationKind = (typeof PUBLISHER_NOTIFICATION_KINDS)[number];
export type HubNotificationKind = StaffNotificationKind | PublisherNotificationKind;
export type HubNotificationPreferences = PreferencesByKind<HubNotificationKind>;
export interface HubPreferencesOfPerson {
  readonly kinds: HubNotificationPreferences;
  readonly email: MailState;
}

/** The events of a release's history that are decisions of reviewers and operators. */
export const DECIDED_EVENTS = [
  'approved',
  'rejected',
  'changes_requested',
  'published',
  'suspended',
  'resumed',
  'withdrawn',
] as const;

/** A notification. A field that does not belong to its kind is null. */
export interface HubNotificationResource {
  readonly id: string;
  readonly kind: HubNotificationKind;
  /** When it happened, or when it began to need attention. */
  readonly at: string;
  readonly read: boolean;
  /** The publisher; null for `instance_silent`. */
  readonly publisher_id: string | null;
  /** The name of the publisher. */
  readonly publisher_name: string | null;
  /** Of a release: its plugin. */
  readonly plugin_id: string | null;
  /** Of a release: its version. */
  readonly version: string | null;
  /** Of a release: the names of its plugin by language. */
  readonly names: Readonly<Record<string, string>> | null;
  /** Of `release_decided`: the event in the history of the release. */
  readonly event: (typeof DECIDED_EVENTS)[number] | null;
  /** Of `instance_silent`. */
  readonly instance_id: string | null;
  /** Of `key_expiring`. */
  readonly key_id: string | null;
  /** The name of the instance, or the label of the key. */
  readonly name: string | null;
  /** Of `key_expiring`. */
  readonly expires_at: string | null;
}

type Listed = Page<HubNotificationResource> & { readonly unread: number };
type Read = { readonly subject: string; readonly until: string | null; readonly idempotency?: RequestIdempotency };

interface PreferencesToSet {
  readonly subject: string;
  readonly kinds: HubNotificationPreferences;
  readonly idempotency?: RequestIdempotency;
}

export const catalogueNotifications = {
  /**
   * Lists what needs the attention of a staff member with these roles, the newest first; with a kind, that kind alone,
   * also when the person does not want it on the page. `unread` counts all pages.
   */
  listForStaff: query<
    { subject: string; roles: readonly HubRole[]; kind: StaffNotificationKind | null } & PageRequest,
    Listed
  >('catalogue', 'notification.list-for-staff'),
  /** The same for all publishers of which the person is a member at this moment. */
  listForMember: query<{ subject: string } & PageRequest, Listed>('catalogue', 'notification.list-for-member'),
  /**
   * Everything until this time is read; null is now. An earlier time than that of another request changes nothing.
   * Rejects with `request.invalid` when the time is in the future.
   */
  markReadByStaff: command<Read, { readonly read_until: string }>(
    'catalogue',
    'notification.mark-read-by-staff',
    decisionRequires('operator', 'reviewer'),
  ),
  /** Like `markReadByStaff`, for what a person gets as a member of publishers. */
  markReadByMember: command<Read, { readonly read_until: string }>(
    'catalogue',
    'notification.mark-read-by-member',
    requiresNoRole('it changes nothing but the mark of the person itself'),
  ),
  /** The kinds that staff with these roles get (null: members of publishers), each with what the person wants. */
  getPreferences: query<{ subject: string; roles: readonly HubRole[] | null }, HubPreferencesOfPerson>(
    'catalogue',
    'notification.get-preferences',
  ),
  /** Replaces the preferences, and returns those of all kinds that staff with these roles get. */
  setPreferencesOfStaff: command<PreferencesToSet & { readonly roles: readonly HubRole[] }, HubPreferencesOfPerson>(
    'catalogue',
    'notification.set-preferences-of-staff',
    decisionRequires('operator', 'reviewer'),
  ),
  /** Like `setPreferencesOfStaff`, for what a person gets as a member of publishers. */
  setPreferencesOfMember: command<PreferencesToSet, HubPreferencesOfPerson>(
    'catalogue',
    'notification.set-preferences-of-member',
    requiresNoRole('it changes nothing but what the person itself gets'),
  ),
};
