/** The audit (docs/reference/audit.md): each service lists the entries of its own facts; the gateway merges them. */
import { query, type JsonObject } from './messages.js';

export type AuditActorKind = 'person' | 'staff' | 'publisher' | 'plugin' | 'rule' | 'system';

/** What the audit of an organisation contains, as `<what>.<past participle>`. */
export type OrganisationAction =
  | `${'case' | 'document' | 'calendar_event' | 'session'}.${'created' | 'edited'}`
  | `${'case' | 'document' | 'calendar_event'}.deleted`
  | `proposal.${'made' | 'assigned' | 'applied' | 'rejected' | 'rejection_explained' | 'withdrawn' | 'undone'}`
  | `source.${'submitted' | 'accepted' | 'dismissed'}`
  | `record.${'written' | 'deleted'}`
  | `rule.${'made' | 'revoked' | 'ended'}`
  | `person.${'added' | 'changed' | 'removed'}`
  | 'organisation.created'
  | `installation.${'requested' | 'installed' | 'consent_requested' | 'paused' | 'resumed' | 'removed'}`
  | `installation.${'suspended' | 'suspension_lifted' | 'settings_changed' | 'plan_changed'}`
  | 'installation.update_policy_changed'
  | `installation.${'version_changed' | 'version_declined' | 'version_reopened' | 'move_started' | 'move_abandoned' | 'container_restarted'}`
  | `installation.${'reconnected' | 'credentials_renewed' | 'credentials_taken' | 'token_rotated' | 'signing_secret_rotated'}`
  | `access.${'granted' | 'ended'}`
  | `wallet.${'granted' | 'consumed' | 'revoked' | 'reversed' | 'frozen' | 'unfrozen' | 'budget_set' | 'threshold_set'}`;
/** What the audit of an instance contains that concerns no organisation. */
export type InstanceStaffAction =
  `staff.${'added' | 'changed' | 'removed'}` | 'release.published_for_development' | 'clock.advanced';
export type HubAction =
  | 'publisher.added'
  | `publisher_member.${'added' | 'removed'}`
  | `key.${'issued' | 'revoked'}`
  | `access_code.${'created' | 'used' | 'ended'}`
  | 'access.ended'
  | `trust.${'added' | 'ended'}`
  | `release.${'submitted' | 'approved' | 'rejected' | 'published' | 'suspended' | 'resumed' | 'withdrawn'}`
  | `release.${'commented' | 'appealed'}`
  | `plugin.${'deprecated' | 'deprecation_ended'}`
  | `rollout.${'started' | 'halted' | 'resumed' | 'completed'}`
  | `review.${'taken' | 'given_back' | 'changes_requested'}`
  | `instance.${'registered' | 'updated' | 'link_rotated' | 'removed'}`
  | `staff.${'added' | 'changed' | 'removed'}`
  | 'clock.advanced';
/** A closed list: the pages have a text for each action in both languages. */
export type AuditAction = OrganisationAction | InstanceStaffAction | HubAction;

/** Names are those at the time of the entry; null where there is none. */
export interface AuditActor {
  readonly kind: AuditActorKind;
  readonly id: string;
  readonly name: string | null;
}
export interface AuditSubject {
  readonly type: string;
  readonly id: string;
  readonly name: string | null;
}
export interface AuditEntry {
  /** Ids increase with time, over all services. */
  readonly id: string;
  readonly at: string;
  readonly actor: AuditActor;
  /** `<what>.<past participle>`, for example `installation.paused`. */
  readonly action: string;
  readonly subject: AuditSubject;
  readonly installation_id: string | null;
  /** `on_behalf_of` {id, name} is the person for whom a plugin acted. */
  readonly details: JsonObject;
}

export interface AuditFilters {
  /** Only entries of this actor. */
  readonly actor: string | null;
  /** Only this action. */
  readonly action: string | null;
  /** Only entries about the subject with this id. */
  readonly subject: string | null;
  /** Only what plugins did on behalf of this person. */
  readonly on_behalf_of: string | null;
  readonly from: string | null;
  /** Exclusive. */
  readonly to: string | null;
  /** Only entries that name all these words: as actor, subject or action. Older gateways leave it out. */
  readonly q?: string | null;
}
export type AuditSort = 'newest' | 'oldest';
export interface AuditRequest extends AuditFilters {
  /** Null: the entries that belong to no organisation: all of the hub, and those of an instance's own staff. */
  readonly organisation_id: string | null;
  /** The newest entries first, unless it is `oldest`. Older gateways leave it out. */
  readonly sort?: AuditSort | null;
  /** Only entries beyond the one with this id in that order: the older ones, or the newer ones of `oldest`. */
  readonly before: string | null;
  readonly limit: number;
}
/**
 * `items` are all matching entries that are not beyond the entry `searched_to`, in the order of the request; null: all
 * of them. A page may have fewer entries than the limit, or none, because a service examines a bounded number.
 */
export interface AuditReply {
  readonly items: readonly AuditEntry[];
  readonly searched_to: string | null;
}

const ENTRY_ID = /^aud_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text is the id of an audit entry. Ids increase with time, so they are also positions in the audit. */
export function isAuditEntryId(text: string): boolean {
  return ENTRY_ID.test(text);
}

/** The audit of an instance, one query per service. `containers` runs only where a container engine is configured. */
export const instanceAudit = {
  installation: query<AuditRequest, AuditReply>('installation', 'audit.list'),
  wallet: query<AuditRequest, AuditReply>('wallet', 'audit.list'),
  workspace: query<AuditRequest, AuditReply>('workspace', 'audit.list'),
  containers: query<AuditRequest, AuditReply>('containers', 'audit.list'),
};
/** The audit of the hub, one query per service. */
export const hubAudit = {
  catalogue: query<AuditRequest, AuditReply>('catalogue', 'audit.list'),
  review: query<AuditRequest, AuditReply>('review', 'audit.list'),
};
