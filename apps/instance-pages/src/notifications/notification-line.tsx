import { Link, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { muText, NotificationRow, useTexts } from '@kushk/ui';
import { usePluginName } from '../organisation/plugins.js';
import type { Notification } from './queries.js';

/** What happened, of what, when; the title leads to where something can be done about it. */
export function NotificationLine({ notification }: { notification: Notification }): ReactNode {
  const { t } = useTexts();
  const pluginName = usePluginName();
  if (!isKnown(notification)) return null;
  const { kind, plugin_id, summary } = notification;
  return (
    <NotificationRow
      notification={notification}
      title={<Link {...PLACES[kind](notification)}>{t(`notifications.kind.${kind}`)}</Link>}
    >
      {summary !== null && <small dir="auto">{summary}</small>}
      <Detail {...notification} />
      {plugin_id !== null && <small>{pluginName(plugin_id)}</small>}
    </NotificationRow>
  );
}

function Detail({ kind, count, version, service, available, threshold }: Notification): ReactNode {
  const { t, language } = useTexts();
  if (count !== null) return <small>{t('notifications.waiting', { count })}</small>;
  if (version !== null) {
    const isOffered = kind === 'update_waiting';
    return <small>{t(isOffered ? 'notifications.offered' : 'notifications.version', { version })}</small>;
  }
  if (available === null || threshold === null) return null;
  const amounts = { available: muText(available, language), threshold: muText(threshold, language) };
  if (kind !== 'budget_reached') return <small>{t('notifications.balance', amounts)}</small>;
  return (
    <small>
      {t('notifications.budget', amounts)} {service !== null && <code dir="ltr">{service}</code>}
    </small>
  );
}

const idOf = ({ installation_id }: Notification): string => installation_id ?? '';
/** Where something can be done about each kind. */
export const PLACES = {
  proposal_assigned: ({ proposal_id }: Notification) =>
    linkOptions({ to: '/inbox/{-$id}', params: { id: proposal_id ?? undefined } }),
  proposals_waiting: () => linkOptions({ to: '/inbox/{-$id}', params: { id: undefined } }),
  wallet_low: (one: Notification) => linkOptions({ to: '/installations/$id/wallet', params: { id: idOf(one) } }),
  plugin_stopped: (one: Notification) => linkOptions({ to: '/installations/$id', params: { id: idOf(one) } }),
  plugin_failing: (one: Notification) => linkOptions({ to: '/installations/$id', params: { id: idOf(one) } }),
  plugin_silent: (one: Notification) => linkOptions({ to: '/installations/$id', params: { id: idOf(one) } }),
  update_waiting: (one: Notification) => linkOptions({ to: '/installations/$id/update', params: { id: idOf(one) } }),
  wallet_frozen: (one: Notification) => linkOptions({ to: '/installations/$id/wallet', params: { id: idOf(one) } }),
  budget_reached: (one: Notification) => linkOptions({ to: '/installations/$id/wallet', params: { id: idOf(one) } }),
} satisfies Record<Notification['kind'], unknown>;

/** A tab that was opened before an upgrade has no text for a kind that came with it. */
export const isKnown = ({ kind }: Notification): boolean => Object.hasOwn(PLACES, kind);
