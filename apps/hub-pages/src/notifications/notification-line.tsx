import type { ReactNode } from 'react';
import { Code, lastDay, NotificationRow, useTexts } from '@kushk/ui';
import { nameOf } from '../release/plugin-title.js';
import type { Notification } from './queries.js';

interface NotificationLineProps {
  readonly notification: Notification;
  /** A link around the title, to where something can be done about it. */
  readonly link: (title: ReactNode) => ReactNode;
  readonly isPublisherShown: boolean;
}

/** What happened, of what, when. */
export function NotificationLine({ notification, link, isPublisherShown }: NotificationLineProps): ReactNode {
  const { t, language } = useTexts();
  const { kind, event, plugin_id, version, names, name, expires_at, publisher_name } = notification;
  if (!KINDS.includes(kind)) return null;
  const title =
    kind !== 'release_decided'
      ? t(`notifications.kind.${kind}`)
      : event !== null && t(`notifications.decided.${event}`);
  return (
    <NotificationRow notification={notification} title={link(title)}>
      {plugin_id !== null && (
        <small>
          <bdi>{nameOf(names ?? {}, plugin_id, language)}</bdi> <Code soft>{version ?? ''}</Code>
        </small>
      )}
      {name !== null && <small dir="auto">{name}</small>}
      {expires_at !== null && <small>{t('keys.until', { at: lastDay(new Date(expires_at), language) })}</small>}
      {isPublisherShown && publisher_name !== null && <small dir="auto">{publisher_name}</small>}
    </NotificationRow>
  );
}

/** A tab that was opened before an upgrade has no text for a kind that came with it. */
export const KINDS: readonly Notification['kind'][] = [
  'release_waiting',
  'appeal_waiting',
  'release_commented',
  'release_decided',
  'rollout_halted',
  'instance_silent',
  'key_expiring',
];
