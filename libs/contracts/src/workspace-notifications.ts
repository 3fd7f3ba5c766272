/** Requests and replies of the workspace service for the notifications of a person. */
import { decisionRequires } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';
import type { MailState, PreferencesByKind } from './notification-preferences.js';

/** What a notification is about, and who gets it (docs/reference/notifications.md). */
export const notificationKinds = {
  /** A pending proposal was assigned to the person, by another person or a plugin. */
  proposal_assigned: 'member',
  /** Pending proposals that the person sees, assigned to the person or to no one, are older than a day. */
  proposals_waiting: 'member',
  /** The operator suspended the release of an installed plugin: its calls stop. */
  plugin_stopped: 'admin',
  /** The calls to a plugin fail, or it did not accept the credentials of its new version, which was given up. */
  plugin_failing: 'admin',
  /** A plugin does not poll its events. */
  plugin_silent: 'admin',
  /** A version of a plugin waits for consent. */
  update_waiting: 'admin',
  /** The available balance of a wallet fell below its threshold. */
  wallet_low: 'admin',
  /** Another admin, or the platform, stopped the charges of a wallet. */
  wallet_frozen: 'admin',
  /** Less than a tenth of a monthly budget is left. */
  budget_reached: 'admin',
} as const;
export type NotificationKind = keyof typeof notificationKinds;
/** The kinds that an installation causes, for the admins of its organisation. */
export type NoticeKind = Exclude<NotificationKind, 'proposal_assigned' | 'proposals_waiting'>;
export interface PreferencesOfPerson {
  readonly kinds: NotificationPreferences;
  readonly email: MailState;
}
export type NotificationPreferences = PreferencesByKind<NotificationKind>;

/** A notification. A field that does not belong to its kind is null. */
export interface NotificationResource {
  readonly id: string;
  readonly kind: NotificationKind;
  /** When it happened, or when the newest of the waiting proposals was a day old. */
  readonly at: string;
  readonly read: boolean;
  /** The installation; null for `proposals_waiting`. */
  readonly installation_id: string | null;
  /** Its plugin; null for `proposals_waiting`. */
  readonly plugin_id: string | null;
  /** Of `proposal_assigned`. */
  readonly proposal_id: string | null;
  /** Of `proposal_assigned`: the summary of the proposal. */
  readonly summary: string | null;
  /** Of `proposals_waiting`: how many there are; 1,000 stands for 1,000 or more. */
  readonly count: number | null;
  /** Of `update_waiting`; of `plugin_failing` the version that was given up, null when the calls fail. */
  readonly version: string | null;
  /** Of `wallet_low`: the available balance in MU at that time. Of `budget_reached`: what is left of the budget. */
  readonly available: string | null;
  /** Of `wallet_low`: the threshold in MU. Of `budget_reached`: the budget. */
  readonly threshold: string | null;
  /** Of `budget_reached`: the service whose budget it is; null for the budget of the whole month. */
  readonly service: string | null;
}

interface OfPerson {
  readonly organisation_id: string;
  readonly person_id: string;
}

export const workspaceNotifications = {
  /** Lists what the person may see now, the newest first. `unread` counts all pages. */
  listNotifications: query<OfPerson & PageRequest, Page<NotificationResource> & { readonly unread: number }>(
    'workspace',
    'notification.list',
  ),
  /**
   * Everything until this time is read; null is now. An earlier time than that of another request changes nothing.
   * Rejects with `request.invalid` when the time is in the future.
   */
  markNotificationsRead: command<
    OfPerson & { until: string | null; idempotency?: RequestIdempotency },
    { readonly read_until: string }
  >('workspace', 'notification.mark-read', decisionRequires('admin', 'member')),
  /** The kinds that the person can get now, each with what the person wants. */
  getNotificationPreferences: query<OfPerson, PreferencesOfPerson>('workspace', 'notification.get-preferences'),
  /** Replaces the preferences, and returns those of all kinds that the person can get. */
  setNotificationPreferences: command<
    OfPerson & { kinds: NotificationPreferences; idempotency?: RequestIdempotency },
    PreferencesOfPerson
  >('workspace', 'notification.set-preferences', decisionRequires('admin', 'member')),
};
