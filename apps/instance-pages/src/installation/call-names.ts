/** The texts that name calls to a plugin. The name of a tool has no text. */
import type { Delivery } from './queries.js';

const CALL_NAMES = {
  installed: 'installation.call.installed',
  removed: 'installation.call.removed',
  'plugin.paused': 'installation.call.paused',
  'plugin.ping': 'installation.call.ping',
  'plugin.plan.changed': 'installation.call.plan_changed',
  'plugin.proposal.settled': 'installation.call.proposal_settled',
  'plugin.proposal.undone': 'installation.call.proposal_undone',
  'plugin.resumed': 'installation.call.resumed',
  'plugin.scopes.changed': 'installation.call.scopes_changed',
  'plugin.settings.changed': 'installation.call.settings_changed',
  'plugin.source.reviewed': 'installation.call.source_reviewed',
  'plugin.version.changed': 'installation.call.version_changed',
  'plugin.wallet.hold_expired': 'installation.call.hold_expired',
  'plugin.wallet.low': 'installation.call.wallet_low',
} as const;

/** The key of the text; null for a tool, and for a type that a newer service sends. */
export function callName({ channel, type }: Pick<Delivery, 'channel' | 'type'>) {
  return channel !== 'tool' && Object.hasOwn(CALL_NAMES, type) ? CALL_NAMES[type as keyof typeof CALL_NAMES] : null;
}
