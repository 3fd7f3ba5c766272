import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState, Panel, ProblemNotice, SkeletonLine, useTexts } from '@kushk/ui';
import { SlidersHorizontal } from '@kushk/ui/icons';
import { InstallationFrame } from '../../installation/installation-frame.js';
import { useMe } from '../../organisation/me.js';
import { hasSettings, manifestOf } from '../manifest.js';
import { MemberNotice } from '../parts/member-notice.js';
import { manifestQuery, type Installation } from '../queries.js';
import { PlanPanel } from './plan-panel.js';
import { SettingsPanel } from './settings-panel.js';

const route = getRouteApi('/installations/$id/settings');

/** Settings and plan of an installed plugin. */
export function SettingsPage(): ReactNode {
  const { t } = useTexts();
  const { id } = route.useParams();
  const { isAdmin } = useMe();
  return (
    <InstallationFrame id={id} title={t('installation.settings')}>
      {(installation) =>
        isAdmin ? <Settings installation={installation} /> : <MemberNotice title={t('store.member.settings')} />
      }
    </InstallationFrame>
  );
}

function Settings({ installation }: { installation: Installation }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(manifestQuery(installation.installation_id));
  if (error !== null) return <ProblemNotice error={error} onRetry={() => refetch()} fills />;
  if (data === undefined)
    return (
      <Panel title={t('store.settings')}>
        <SkeletonLine width="long" />
        <SkeletonLine width="middle" />
      </Panel>
    );
  const plugin = manifestOf(data.manifest);
  const plans = plugin.plans ?? [];
  if (!hasSettings(plugin) && plans.length === 0)
    return (
      <Panel title={t('store.settings')} flush>
        <EmptyState icon={<SlidersHorizontal />} title={t('store.settings.none')}>
          {t('store.settings.none.why')}
        </EmptyState>
      </Panel>
    );
  return (
    <>
      {hasSettings(plugin) && (
        <SettingsPanel key={installation.version} installation={installation} schema={plugin.settings} />
      )}
      {plans.length > 0 && <PlanPanel key={installation.plan} installation={installation} manifest={plugin} />}
    </>
  );
}
