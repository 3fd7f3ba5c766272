import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { StateDot, useTexts } from '@kushk/ui';
import { useMe } from '../organisation/me.js';
import { healthQuery } from '../store/queries.js';
import type { Installation } from './queries.js';
import { installationState } from './status.js';

/** How an installation is, the same in lists and on its pages. Only admins read the health of the calls. */
export function InstallationDot({
  installation: { installation_id: id, status },
}: {
  installation: Pick<Installation, 'installation_id' | 'status'>;
}): ReactNode {
  const { t } = useTexts();
  const { isAdmin } = useMe();
  const health = useQuery({ ...healthQuery(id), enabled: isAdmin });
  const state = installationState(status, health.data);
  const text =
    state.of === 'broken'
      ? state.channels.length === 1
        ? t(`installation.broken.${state.channels[0]!}`)
        : t('installation.broken', { count: state.channels.length })
      : state.of !== 'status'
        ? t(`installation.health.${state.of}`)
        : t(`installation.status.${state.status}`);
  return <StateDot tone={state.tone}>{text}</StateDot>;
}
