import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { instanceApi, resultOf } from '@kushk/api-client';
import { buttonLink, PreferencesPanel as AnyPreferencesPanel, useTexts } from '@kushk/ui';
import { PLACES } from './notification-line.js';
import { preferencesQuery, type Notification } from './queries.js';

const KINDS = Object.keys(PLACES) as Notification['kind'][];

/** Which kinds of notifications the person wants. */
export function PreferencesPanel(): ReactNode {
  const { t } = useTexts();
  return (
    <AnyPreferencesPanel
      preferences={useQuery(preferencesQuery()).data}
      store={(kinds) => resultOf(instanceApi.PUT('/instance/v1/notifications/preferences', { body: { kinds } }))}
      names={Object.fromEntries(KINDS.map((kind) => [kind, t(`notifications.kind.${kind}`)]))}
      mailbox={
        <Link to="/mailbox" className={buttonLink({ look: 'quiet' })}>
          {t('notifications.mailbox.open')}
        </Link>
      }
    />
  );
}
