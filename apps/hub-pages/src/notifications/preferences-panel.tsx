import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { operatorApi, portalApi, resultOf } from '@kushk/api-client';
import { PreferencesPanel, useTexts } from '@kushk/ui';
import { KINDS } from './notification-line.js';
import { memberPreferencesQuery, staffPreferencesQuery } from './queries.js';

export function StaffPreferences(): ReactNode {
  return (
    <PreferencesPanel
      preferences={useQuery(staffPreferencesQuery()).data}
      store={(kinds) => resultOf(operatorApi.PUT('/operator/v1/notifications/preferences', { body: { kinds } }))}
      names={useNames()}
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
