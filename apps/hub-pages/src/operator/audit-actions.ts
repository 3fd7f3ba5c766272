import type { HubAction } from '@kushk/contracts';
import type { TextKey, Texts } from '@kushk/ui';

/** The actions of the hub's audit (docs/reference/audit.md), each with its text. */
export const auditActions = {
  'publisher.added': 'operator.audit.publisher.added',
  'publisher_member.added': 'operator.audit.publisher_member.added',
  'publisher_member.removed': 'operator.audit.publisher_member.removed',
  'key.issued': 'operator.audit.key.issued',
  'key.revoked': 'operator.audit.key.revoked',
  'access_code.created': 'operator.audit.access_code.created',
  'access_code.used': 'operator.audit.access_code.used',
  'access_code.ended': 'operator.audit.access_code.ended',
  'access.ended': 'operator.audit.access.ended',
  'trust.added': 'operator.audit.trust.added',
  'trust.ended': 'operator.audit.trust.ended',
  'release.submitted': 'operator.audit.release.submitted',
  'review.taken': 'operator.audit.review.taken',
  'review.given_back': 'operator.audit.review.given_back',
  'review.changes_requested': 'operator.audit.review.changes_requested',
  'release.commented': 'operator.audit.release.commented',
  'release.approved': 'operator.audit.release.approved',
  'release.rejected': 'operator.audit.release.rejected',
  'release.appealed': 'operator.audit.release.appealed',
  'release.published': 'operator.audit.release.published',
  'release.suspended': 'operator.audit.release.suspended',
  'release.resumed': 'operator.audit.release.resumed',
  'release.withdrawn': 'operator.audit.release.withdrawn',
  'plugin.deprecated': 'operator.audit.plugin.deprecated',
  'rollout.started': 'operator.audit.rollout.started',
  'rollout.halted': 'operator.audit.rollout.halted',
  'rollout.resumed': 'operator.audit.rollout.resumed',
  'rollout.completed': 'operator.audit.rollout.completed',
  'plugin.deprecation_ended': 'operator.audit.plugin.deprecation_ended',
  'instance.registered': 'operator.audit.instance.registered',
  'instance.updated': 'operator.audit.instance.updated',
  'instance.link_rotated': 'operator.audit.instance.link_rotated',
  'instance.removed': 'operator.audit.instance.removed',
  'staff.added': 'operator.audit.staff.added',
  'staff.changed': 'operator.audit.staff.changed',
  'staff.removed': 'operator.audit.staff.removed',
  'clock.advanced': 'operator.audit.clock.advanced',
} as const satisfies Readonly<Record<HubAction, TextKey>>;

/** Returns what happened in words; an action that this page does not know, because its server is newer, as its name. */
export function actionText(t: Texts['t'], action: string): string {
  const texts: Readonly<Record<string, (typeof auditActions)[HubAction]>> = auditActions;
  return texts[action] === undefined ? action : t(texts[action]);
}
