/** What the entries of the audit mean, in words. */
import { useTexts, type TextKey } from '@kushk/ui';
import type { AuditEntry } from '../records/history-list.js';

/** The actions by which the page offers to filter. Others are shown by their code. */
export const AUDITED_ACTIONS = [
  'case.created',
  'case.edited',
  'document.created',
  'document.edited',
  'calendar_event.created',
  'calendar_event.edited',
  'session.created',
  'session.edited',
  'proposal.applied',
  'proposal.rejected',
  'proposal.rejection_explained',
  'proposal.assigned',
  'source.accepted',
  'source.dismissed',
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
  'installation.settings_changed',
  'installation.version_changed',
  'installation.version_declined',
  'installation.plan_changed',
  'installation.credentials_taken',
  'installation.removed',
  'wallet.granted',
] as const;
type AuditedAction = (typeof AUDITED_ACTIONS)[number];

const isNamed = (action: string): action is AuditedAction => AUDITED_ACTIONS.some((one) => one === action);

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
      return t('organisation.audit.who', { kind: t(`organisation.actor.${kind}`), name: name ?? id });
    },
  };
}
