/** What the entries of the audit mean, in words. */
import { useTexts, type TextKey } from '@kushk/ui';
import type { AuditEntry } from '../records/history-list.js';

/** The actions by which the page of an organisation offers to filter. */
export const ORGANISATION_ACTIONS = [
  'case.created',
  'case.edited',
  'document.created',
  'document.edited',
  'calendar_event.created',
  'calendar_event.edited',
  'session.created',
  'session.edited',
  'proposal.made',
  'proposal.assigned',
  'proposal.applied',
  'proposal.rejected',
  'proposal.rejection_explained',
  'proposal.withdrawn',
  'source.submitted',
  'source.accepted',
  'source.dismissed',
  'record.written',
  'record.deleted',
  'rule.made',
  'rule.revoked',
  'rule.ended',
  'person.added',
  'person.changed',
  'person.removed',
  'organisation.created',
  'installation.requested',
  'installation.installed',
  'installation.consent_requested',
  'installation.paused',
  'installation.resumed',
  'installation.suspended',
  'installation.suspension_lifted',
  'installation.settings_changed',
  'installation.version_changed',
  'installation.version_declined',
  'installation.plan_changed',
  'installation.container_restarted',
  'installation.credentials_renewed',
  'installation.credentials_taken',
  'installation.token_rotated',
  'installation.signing_secret_rotated',
  'installation.removed',
  'wallet.granted',
  'wallet.consumed',
  'wallet.revoked',
  'wallet.reversed',
  'wallet.frozen',
  'wallet.unfrozen',
  'wallet.budget_set',
  'wallet.threshold_set',
] as const;

/** The actions that concern no organisation. */
export const STAFF_ACTIONS = [
  'staff.added',
  'staff.changed',
  'staff.removed',
  'release.published_for_development',
] as const;

const NAMED = [...ORGANISATION_ACTIONS, ...STAFF_ACTIONS] as const;
type NamedAction = (typeof NAMED)[number];
const isNamed = (action: string): action is NamedAction => NAMED.some((one) => one === action);

export interface AuditTexts {
  readonly action: (action: string) => string;
  readonly actor: (actor: AuditEntry['actor']) => string;
}

export function useAuditTexts(): AuditTexts {
  const { t } = useTexts();
  return {
    action: (action) => (isNamed(action) ? t(`organisation.action.${action}` satisfies TextKey) : action),
    actor: ({ kind, name, id }) => {
      if (kind === 'person') return name ?? id;
      if (kind === 'system') return t('organisation.actor.system');
      // The id of a rule says nothing to people.
      if (kind === 'rule') return t('organisation.actor.rule');
      return t('organisation.audit.who', { kind: t(`organisation.actor.${kind}`), name: name ?? id });
    },
  };
}
