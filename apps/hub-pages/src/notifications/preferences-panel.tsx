import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operatorApi, portalApi, resultOf } from '@kushk/api-client';
import { buttonLink, PreferencesPanel, useRoles, useTexts } from '@kushk/ui';
import { KINDS } from './notification-line.js';
import { memberPreferencesQuery, staffPreferencesQuery } from './queries.js';

export function StaffPreferences(): ReactNode {
  const { t } = useTexts();
  const isOperator = useRoles().has('operator');
  return (
    <PreferencesPanel
      preferences={useQuery(staffPreferencesQuery()).data}
      store={(kinds) => resultOf(operatorApi.PUT('/operator/v1/notifications/preferences', { body: { kinds } }))}
      names={useNames()}
      mailbox={
        isOperator && (
          <Link to="/mailbox" className={buttonLink({ look: 'quiet' })}>
            {t('notifications.mailbox.open')}
          </Link>
        )
      }
    />
  );
}

export function MemberPreferences(): ReactNode {
  return (
    <PreferencesPanel
      preferences={useQuery(memberPreferencesQuery()).data}
      store={(kinds) => resultOf(portalApi.PUT('/portal/v1/notifications/preferences', { body: { kinds } }))}
      names={useNames()}
    />
  );
}

function useNames() {
  const { t } = useTexts();
  return Object.fromEntries(KINDS.map((kind) => [kind, t(`notifications.kind.${kind}`)]));
}
