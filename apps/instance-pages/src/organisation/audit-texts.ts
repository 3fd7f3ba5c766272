/** What the entries of the audit mean, in words. */
import type { InstanceStaffAction, OrganisationAction } from '@kushk/contracts';
import { useTexts, type TextKey } from '@kushk/ui';
import type { AuditEntry } from '../records/case-history.js';

/** The actions of an organisation's audit, each with its text, in the order in which its page offers them. */
export const ORGANISATION_ACTIONS = {
  'case.created': 'organisation.action.case.created',
  'case.edited': 'organisation.action.case.edited',
  'case.deleted': 'organisation.action.case.deleted',
  'document.created': 'organisation.action.document.created',
  'document.edited': 'organisation.action.document.edited',
  'document.deleted': 'organisation.action.document.deleted',
  'calendar_event.created': 'organisation.action.calendar_event.created',
  'calendar_event.edited': 'organisation.action.calendar_event.edited',
  'calendar_event.deleted': 'organisation.action.calendar_event.deleted',
  'session.created': 'organisation.action.session.created',
  'session.edited': 'organisation.action.session.edited',
  'proposal.made': 'organisation.action.proposal.made',
  'proposal.assigned': 'organisation.action.proposal.assigned',
  'proposal.applied': 'organisation.action.proposal.applied',
  'proposal.undone': 'organisation.action.proposal.undone',
  'proposal.rejected': 'organisation.action.proposal.rejected',
  'proposal.rejection_explained': 'organisation.action.proposal.rejection_explained',
  'proposal.withdrawn': 'organisation.action.proposal.withdrawn',
  'source.submitted': 'organisation.action.source.submitted',
  'source.accepted': 'organisation.action.source.accepted',
  'source.dismissed': 'organisation.action.source.dismissed',
  'record.written': 'organisation.action.record.written',
  'record.deleted': 'organisation.action.record.deleted',
  'rule.made': 'organisation.action.rule.made',
  'rule.revoked': 'organisation.action.rule.revoked',
  'rule.ended': 'organisation.action.rule.ended',
  'person.added': 'organisation.action.person.added',
  'person.changed': 'organisation.action.person.changed',
  'person.removed': 'organisation.action.person.removed',
  'organisation.created': 'organisation.action.organisation.created',
  'access.granted': 'organisation.action.access.granted',
  'access.ended': 'organisation.action.access.ended',
  'installation.requested': 'organisation.action.installation.requested',
  'installation.installed': 'organisation.action.installation.installed',
  'installation.consent_requested': 'organisation.action.installation.consent_requested',
  'installation.paused': 'organisation.action.installation.paused',
  'installation.resumed': 'organisation.action.installation.resumed',
  'installation.suspended': 'organisation.action.installation.suspended',
  'installation.suspension_lifted': 'organisation.action.installation.suspension_lifted',
  'installation.settings_changed': 'organisation.action.installation.settings_changed',
  'installation.version_changed': 'organisation.action.installation.version_changed',
  'installation.version_declined': 'organisation.action.installation.version_declined',
  'installation.version_reopened': 'organisation.action.installation.version_reopened',
  'installation.update_policy_changed': 'organisation.action.installation.update_policy_changed',
  'installation.move_started': 'organisation.action.installation.move_started',
  'installation.move_abandoned': 'organisation.action.installation.move_abandoned',
  'installation.plan_changed': 'organisation.action.installation.plan_changed',
  'installation.container_restarted': 'organisation.action.installation.container_restarted',
  'installation.reconnected': 'organisation.action.installation.reconnected',
  'installation.credentials_renewed': 'organisation.action.installation.credentials_renewed',
  'installation.credentials_taken': 'organisation.action.installation.credentials_taken',
  'installation.token_rotated': 'organisation.action.installation.token_rotated',
  'installation.signing_secret_rotated': 'organisation.action.installation.signing_secret_rotated',
  'installation.removed': 'organisation.action.installation.removed',
  'wallet.granted': 'organisation.action.wallet.granted',
  'wallet.consumed': 'organisation.action.wallet.consumed',
  'wallet.revoked': 'organisation.action.wallet.revoked',
  'wallet.reversed': 'organisation.action.wallet.reversed',
  'wallet.frozen': 'organisation.action.wallet.frozen',
  'wallet.unfrozen': 'organisation.action.wallet.unfrozen',
  'wallet.budget_set': 'organisation.action.wallet.budget_set',
  'wallet.threshold_set': 'organisation.action.wallet.threshold_set',
} as const satisfies Readonly<Record<OrganisationAction, TextKey>>;

/** The same for what concerns no organisation. */
export const STAFF_ACTIONS = {
  'staff.added': 'organisation.action.staff.added',
  'staff.changed': 'organisation.action.staff.changed',
  'staff.removed': 'organisation.action.staff.removed',
  'release.published_for_development': 'organisation.action.release.published_for_development',
  'clock.advanced': 'organisation.action.clock.advanced',
} as const satisfies Readonly<Record<InstanceStaffAction, TextKey>>;

/** Actions with their texts, which take no values. */
export type ActionTexts = Readonly<
  Record<string, (typeof ORGANISATION_ACTIONS)[OrganisationAction] | (typeof STAFF_ACTIONS)[InstanceStaffAction]>
>;
const texts: ActionTexts = { ...ORGANISATION_ACTIONS, ...STAFF_ACTIONS };

export interface AuditTexts {
  readonly action: (action: string) => string;
  readonly actor: (actor: AuditEntry['actor']) => string;
}

export function useAuditTexts(): AuditTexts {
  const { t } = useTexts();
  return {
    // A page that is older than its server gets actions that it does not know.
    action: (action) => (texts[action] === undefined ? action : t(texts[action])),
    actor: ({ kind, name, id }) => {
      if (kind === 'person') return name ?? id;
      if (kind === 'system') return t('organisation.actor.system');
      // The id of a rule says nothing to people.
      if (kind === 'rule') return t('organisation.actor.rule');
      return t('organisation.audit.who', { kind: t(`organisation.actor.${kind}`), name: name ?? id });
    },
  };
}
