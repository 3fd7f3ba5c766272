/** Requests and replies of the workspace service for the notifications of a person. */
import { decisionRequires } from './caller-policy.js';
import { command, query, type Page, type PageRequest, type RequestIdempotency } from './messages.js';

/** What a notification is about, and who gets it (docs/reference/notifications.md). */
export const notificationKinds = {
  /** A pending proposal was assigned to the person, by another person or a plugin. */
  proposal_assigned: 'member',
  /** Pending proposals that the person sees, assigned to the person or to no one, are older than a day. */
  proposals_waiting: 'member',
  /** The operator suspended the release of an installed plugin: its calls stop. */
  plugin_stopped: 'admin',
  /** A plugin did not accept the credentials of its new version, which was given up. */
  plugin_failing: 'admin',
  /** The available balance of a wallet fell below its threshold. */
  wallet_low: 'admin',
} as const;
export type NotificationKind = keyof typeof notificationKinds;
/** The kinds that an installation causes, for the admins of its organisation. */
export type NoticeKind = 'plugin_stopped' | 'plugin_failing' | 'wallet_low';

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
  /** Of `plugin_failing`: the version that was given up. */
  readonly version: string | null;
  /** Of `wallet_low`: the available balance in MU at that time. */
  readonly available: string | null;
  /** Of `wallet_low`: the threshold in MU. */
  readonly threshold: string | null;
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
};
